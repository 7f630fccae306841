import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFragment } from '../../../test/support/boxes.ts'
import { validateMediaPlaylist } from '../../../test/support/hls.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { AudioTrack, RenditionPlan, Track, VideoTrack } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import { ConnectionStream } from './connection-stream.ts'
import { SegmentStore } from './segment-store.ts'

const VIDEO: VideoTrack = {
  ...{ kind: 'video', codec: 'h264', timescale: 90_000, width: 640, height: 360, frameRate: 30 },
  ...{ bitRateBps: 1_000_000, decoderConfig: Uint8Array.of(1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, 0, 0) },
}
const AUDIO: AudioTrack = {
  ...{ kind: 'audio', codec: 'aac', timescale: 48_000, sampleRate: 48_000, channels: 2 },
  ...{ bitRateBps: 96_000, decoderConfig: Uint8Array.of(0x11, 0x90) },
}
const logger = createLogger('silent')

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-legality-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** A real store that looks at everything that is written. */
class WatchedStore extends SegmentStore {
  readonly faults: string[] = []
  readonly files = new Set<string>()
  readonly latest = new Map<string, string>()
  encrypted = false
  /** False where the input has times that no encoder would send. */
  ordinary = true
  /** Listed in playlists so far. */
  parts = 0
  readonly #spans = new Map<string, number>()
  readonly #told = new Map<string, string>()

  override async write(
    path: string,
    content: Uint8Array | string,
    live: LivePlaylist | null = null,
  ): Promise<void> {
    if (typeof content === 'string') this.#check(path, content)
    else if (path.endsWith('.m4s') && !this.encrypted) this.#spans.set(path, spanOf(content))
    this.files.add(path)
    await super.write(path, content, live)
  }

  override announce(path: string, live: LivePlaylist): void {
    if (path.endsWith('index.m3u8')) this.faults.push(`${path}: in parts`)
    this.#checkParts(path, live)
    super.announce(path, live)
  }

  /** All that is named is there, and the next part is not; nothing is longer than it may be, nor told twice differently. */
  #checkParts(path: string, { text, delta, hint, partTarget, ended, openMsn }: LivePlaylist): void {
    const folder = path.slice(0, path.lastIndexOf('/'))
    const faults: string[] = []
    validateMediaPlaylist(text, `http://localhost/${path}`, faults)
    // Counts segments where the draft counts seconds, and knows no picture that stands longer than a part.
    this.faults.push(...faults.filter((fault) => !/85% of PART-TARGET/.test(fault)))
    for (const [, seconds, uri] of text.matchAll(/^#EXT-X-PART:DURATION=([\d.]+),URI="([^"]+)"/gm)) {
      this.parts += 1
      if (Number(seconds) > Number(partTarget.toFixed(5)))
        this.faults.push(`${path}: ${uri} has ${seconds} s`)
      if (!this.files.has(`${folder}/${uri}`)) this.faults.push(`${path} names ${uri} before it is there`)
      const told = this.#told.get(`${path} ${uri}`)
      if (told !== undefined && told !== seconds) this.faults.push(`${path}: ${uri} was told as ${told} s`)
      this.#told.set(`${path} ${uri}`, seconds ?? '')
    }
    if (hint !== null && (ended || this.files.has(hint)))
      this.faults.push(`${path}: ${hint} does not come next`)
    const skipped = Number(/SKIPPED-SEGMENTS=(\d+)/.exec(delta ?? '')?.[1] ?? 0)
    if (delta !== null && segmentsOf(delta) + skipped !== segmentsOf(text)) this.faults.push(`${path}: delta`)
    const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
    if (openMsn !== first + segmentsOf(text)) this.faults.push(`${path}: ${openMsn} is not the next segment`)
  }

  #check(path: string, text: string): void {
    if (path.endsWith('index.m3u8')) return
    const playlist = validateMediaPlaylist(text, `http://localhost/${path}`, this.faults)
    const folder = path.slice(0, path.lastIndexOf('/'))
    for (const { uri, map, duration } of playlist?.segments ?? []) {
      const span = this.#spans.get(`${folder}/${uri}`) ?? 0
      if (this.ordinary && span > duration + 0.1)
        this.faults.push(`${path}: ${uri} has ${span} s, not ${duration}`)
      for (const name of [uri, map.uri]) {
        if (!this.files.has(`${folder}/${name}`)) this.faults.push(`${path} names ${name} before it is there`)
      }
    }
    const targets = [this.latest.get(path), text].map((t) => t && /TARGETDURATION:(\d+)/.exec(t)?.[1])
    if (targets[0] !== undefined && targets[0] !== targets[1]) this.faults.push(`${path}: target duration`)
    if (this.latest.get(path)?.includes('#EXT-X-ENDLIST')) this.faults.push(`${path}: goes on after its end`)
    this.latest.set(path, text)
  }
}

const segmentsOf = (text: string) => [...text.matchAll(/^[^#\n]+$/gm)].length

/** Seconds between the first and the last picture in decoding order, or blocks of sound where there is none. */
function spanOf(file: Uint8Array): number {
  const [lead] = readFragment(file)
  const timescale = lead?.trackId === 1 ? 90_000 : 48_000
  return ((lead?.samples.at(-1)?.dts ?? 0) - (lead?.startDts ?? 0)) / timescale
}

const rendition = fc.integer({ min: 0, max: 1 })
const kind = fc.constantFrom('video' as const, 'audio' as const)
/** A stretch of ordinary media, or one odd unit, or something that happens. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('media' as const),
      seconds: fc.double({ min: 0.1, max: 7, noNaN: true }),
      gop: fc.double({ min: 0.2, max: 9, noNaN: true }),
      jump: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        fc.double({ min: -20, max: 200, noNaN: true }),
      ),
      delay: fc.integer({ min: 0, max: 2 }),
      without: fc.option(kind, { freq: 4 }),
      only: fc.option(rendition, { freq: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('unit' as const),
      ...{ rendition, kind, key: fc.boolean() },
      dts: fc.oneof(fc.integer({ min: -2_000_000, max: 2 ** 40 }), fc.constantFrom(NaN, Infinity, -Infinity)),
      composition: fc.integer({ min: -2_000_000, max: 2_000_000 }),
      duration: fc.oneof(fc.integer({ min: -5, max: 1_000_000 }), fc.constant(NaN)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('tracks' as const),
      rendition,
      tracks: fc.constantFrom<readonly Track[]>([VIDEO, AUDIO], [AUDIO, VIDEO], [VIDEO], [AUDIO], []),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('wait' as const, 'flush' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Media = Extract<Step, { type: 'media' }>

/** The publisher's clock, in seconds, goes on from step to step. */
function sendMedia(stream: ConnectionStream, clock: ManualClock, start: number, media: Media): number {
  const from = start + media.jump
  const frames = Math.ceil(media.seconds * 25)
  let nextKey = 0
  for (let i = 0; i < frames; i++) {
    const key = i / 25 >= nextKey
    if (key) nextKey = i / 25 + media.gop
    const dts = Math.round((from + i / 25) * 90_000)
    const sound = Math.round((from + i / 25) * 48_000)
    clock.advance(40)
    for (const rendition of media.only === null ? [0, 1] : [media.only]) {
      const video = { pts: dts + media.delay * 3600, dts, duration: 3600, key, data: new Uint8Array(20) }
      const audio = { pts: sound, dts: sound, duration: 1920, key: true, data: new Uint8Array(5) }
      if (media.without !== 'video') stream.push(rendition, 'video', video)
      if (media.without !== 'audio') stream.push(rendition, 'audio', audio)
    }
  }
  return from + frames / 25
}

function act(stream: ConnectionStream, clock: ManualClock, at: number, step: Step): number {
  if (step.type === 'media') return sendMedia(stream, clock, at, step)
  if (step.type === 'unit') {
    const { dts, composition, duration, key } = step
    const unit = { pts: dts + composition, dts, duration, key, data: new Uint8Array(3) }
    stream.push(step.rendition, step.kind, unit)
  } else if (step.type === 'tracks') stream.setTracks(step.rendition, step.tracks)
  else if (step.type === 'wait') clock.advance(6000)
  else stream.flush()
  return at
}

describe('whatever is pushed', () => {
  it.each([
    [0.5, 'whole'],
    [2, 'whole'],
    [6, 'whole'],
    [2, 'parts'],
    [6, 'parts'],
  ])(
    'with segments of %d s, listed %s, every playlist that is written is legal',
    async (segmentSeconds, listedIn) => {
      const plan: RenditionPlan = {
        lowLatency: listedIn === 'parts',
        ...{ segmentSeconds, startTimeOffset: -segmentSeconds, audio: { bitRateBps: 96_000 } },
        video: {
          width: 640,
          height: 360,
          frameRate: 25,
          bitRateBps: 1_000_000,
          profile: 'high',
          segmentSeconds,
        },
      }
      let listed = 0
      let parts = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const clock = new ManualClock()
          const store = new WatchedStore({ directory: root, logger })
          store.ordinary = steps.every(({ type }) => type !== 'unit')
          store.encrypted = steps.length % 2 !== 0
          const [channelId, connectionId] = [newId<ChannelId>(), newId<ConnectionId>()]
          const encryption = { keyHex: '0'.repeat(32), keyUri: 'https://keys.example/?kid=1' }
          const stream = new ConnectionStream({
            ...{ channelId, connectionId, renditions: [plan, plan], store, clock, logger },
            encryption: store.encrypted ? encryption : null,
          })
          for (const rendition of [0, 1]) stream.setTracks(rendition, [VIDEO, AUDIO])
          let at = 0
          for (const step of steps) at = act(stream, clock, at, step)
          await stream.end()
          await stream.end()
          expect(store.faults).toEqual([])
          expect(store.diskFull).toBe(false)
          for (const text of store.latest.values()) expect(text).toContain('#EXT-X-ENDLIST')
          listed += stream.segmentCount
          parts += store.parts
          await store.remove(channelId)
        }),
        { numRuns: 40 },
      )
      // How much is listed depends on the dice; that something is shows that the test looked at playlists.
      expect(listed).toBeGreaterThan(0)
      expect(parts > 0).toBe(listedIn === 'parts')
    },
  )
})
