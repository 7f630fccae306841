/** Rules of what the server answers when it is asked for a part or a segment. */
import { unless } from './rule.ts'
import type { Rule } from './rule.ts'

/** A request for a part or a segment, and its answer. */
export interface FileLoad {
  readonly uri: string
  /**
   * Why it was asked for: it is hinted, it is listed, it was listed not long ago, or nothing ever spoke of it.
   */
  readonly why: 'hinted' | 'listed' | 'left' | 'unheard'
  readonly kind: 'part' | 'segment'
  readonly status: number
  readonly bytes: number
  /** True where the playlist ended, or began anew behind a discontinuity, while it was waited for. */
  readonly isGivenUp: boolean
  /** True where it was loaded before, and was other bytes then. */
  readonly hasChanged: boolean
  /** Milliseconds to the first byte, from when the server had got round to the request. */
  readonly firstByteMs: number
}

/** The parts of a segment, one behind the other, and the segment. */
export interface WholeSegment {
  readonly uri: string
  /** True where the media of the parts, in their order, is that of the segment. */
  readonly isSame: boolean
  /** Parts that say that they are independent and have no key frame. */
  readonly falselyIndependent: readonly string[]
  /** Parts that have a key frame and do not say so. */
  readonly notSaid: readonly string[]
}

const OK = 200
const NOT_FOUND = 404
const GONE = 410
/** How long an answer is on its way at most, on a busy computer. */
const ON_ITS_WAY_MS = 3000

export const FILE_RULES: readonly Rule<FileLoad>[] = [
  {
    ...{ id: 'listed-is-there', section: '6.2.1', level: 'must' },
    says: 'What is listed can be loaded at once.',
    broken: ({ why, status, uri, bytes, firstByteMs }) =>
      why === 'listed'
        ? unless(
            status === OK && bytes > 0 && firstByteMs < ON_ITS_WAY_MS,
            `${uri}: status ${status}, ${bytes} bytes, after ${firstByteMs.toFixed(0)} ms`,
          )
        : [],
  },
  {
    ...{ id: 'hinted-comes', section: '6.2.6', level: 'must' },
    says: 'What is hinted can be asked for, and comes once it is whole.',
    broken: ({ why, status, uri, bytes, isGivenUp }) =>
      why === 'hinted' ? unless(isGivenUp || (status === OK && bytes > 0), `${uri}: status ${status}`) : [],
  },
  {
    ...{ id: 'given-up-is-not-found', section: '6.2.6', level: 'should' },
    says: 'What was hinted and is not made any more is not found.',
    broken: ({ why, status, uri, isGivenUp }) =>
      why === 'hinted'
        ? unless(!isGivenUp || [OK, NOT_FOUND, GONE].includes(status), `${uri}: status ${status}`)
        : [],
  },
  {
    ...{ id: 'unheard-is-not-found', section: '6.2.6', level: 'should' },
    says: 'What nobody listed or hinted is not found, at once.',
    broken: ({ why, status, uri, firstByteMs }) =>
      why === 'unheard'
        ? unless(
            status === NOT_FOUND && firstByteMs < ON_ITS_WAY_MS,
            `${uri}: status ${status} after ${firstByteMs.toFixed(0)} ms`,
          )
        : [],
  },
  {
    ...{ id: 'parts-stay-loadable', section: '6.2.2', level: 'must' },
    says: 'A part can be loaded for three target durations after it left the playlist.',
    broken: ({ why, kind, status, uri }) =>
      why === 'left' && kind === 'part' ? unless(status === OK, `${uri}: status ${status}`) : [],
  },
  {
    ...{ id: 'segments-stay-loadable', section: '6.2.2', level: 'must' },
    says: 'A segment can be loaded until it has been there for as long as it and the longest playlist with it last.',
    broken: ({ why, kind, status, uri }) =>
      why === 'left' && kind === 'segment' ? unless(status === OK, `${uri}: status ${status}`) : [],
  },
  {
    ...{ id: 'bytes-stay', section: '6.2.1', level: 'must' },
    says: 'What was loaded once is the same bytes ever after.',
    broken: ({ uri, hasChanged }) => unless(!hasChanged, `${uri} is other bytes than before`),
  },
]

export const WHOLE_RULES: readonly Rule<WholeSegment>[] = [
  {
    ...{ id: 'same-samples', section: '3.2', level: 'must' },
    says: 'All parts of a segment are its samples, in their order.',
    broken: ({ uri, isSame }) => unless(isSame, `${uri} is other media than its parts`),
  },
  {
    ...{ id: 'independent-is-so', section: '4.4.4.9', level: 'must' },
    says: 'A part that says that it is independent has a key frame.',
    broken: ({ falselyIndependent }) => falselyIndependent.map((uri) => `${uri} has none`),
  },
  {
    ...{ id: 'independent-is-said', section: '4.4.4.9', level: 'should' },
    says: 'A part with a key frame says that it is independent.',
    broken: ({ notSaid }) => notSaid.map((uri) => `${uri} does not`),
  },
]
