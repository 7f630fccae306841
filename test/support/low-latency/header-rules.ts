/** Rules of one media playlist: its text and the tags that are about all of it. */
import type { Playlist } from './playlist.ts'
import { ROUNDING, unless } from './rule.ts'
import type { Rule } from './rule.ts'
import { attributeFaults, attributesOf, integerOf, numberOf, textOf } from './tags.ts'
import type { Tag } from './tags.ts'

const ONCE = [
  ...['VERSION', 'TARGETDURATION', 'MEDIA-SEQUENCE', 'DISCONTINUITY-SEQUENCE', 'ENDLIST', 'PLAYLIST-TYPE'],
  ...['I-FRAMES-ONLY', 'PART-INF', 'SERVER-CONTROL', 'INDEPENDENT-SEGMENTS', 'START', 'SKIP'],
].map((name) => `#EXT-X-${name}`)
const MULTIVARIANT =
  /^#EXT-X-(MEDIA|STREAM-INF|I-FRAME-STREAM-INF|SESSION-DATA|SESSION-KEY|CONTENT-STEERING)$/
const OF_SEGMENTS = /^#(EXTINF|EXT-X-(PART|DISCONTINUITY|GAP|BYTERANGE|PROGRAM-DATE-TIME))$/
const THREE = 3
const SIX = 6

const named = ({ tags }: Playlist, name: string): readonly Tag[] =>
  tags.filter((tag) => tag.name === `#EXT-X-${name}`)

/** Tags of a name that stand behind the first tag of a segment. */
const behindSegments = (playlist: Playlist, name: string): readonly string[] => {
  const first = playlist.tags.find((tag) => OF_SEGMENTS.test(tag.name))?.line ?? Infinity
  const late = named(playlist, name).filter(({ line }) => line > first)
  return late.map(({ line }) => `line ${line}: the first segment stands in line ${first}`)
}

/** Seconds of an attribute of EXT-X-SERVER-CONTROL; null where it has none. */
const control = (playlist: Playlist, name: string): number | null => numberOf(playlist.control.get(name))

/** The lowest version that has all that the playlist uses (8). */
function versionNeeded(playlist: Playlist): number {
  const has = (name: string) => named(playlist, name).length > 0
  const keys = named(playlist, 'KEY').map(attributesOf)
  const skip = named(playlist, 'SKIP').map(attributesOf)
  const needs: readonly (readonly [version: number, isUsed: boolean])[] = [
    [2, keys.some((key) => key.has('IV'))],
    [3, playlist.tags.some(({ name, value }) => name === '#EXTINF' && value.includes('.'))],
    [4, has('BYTERANGE') || has('I-FRAMES-ONLY')],
    [5, keys.some((key) => key.has('KEYFORMAT') || key.get('METHOD') === 'SAMPLE-AES')],
    [6, has('MAP')],
    [8, has('DEFINE')],
    [9, skip.length > 0],
    [10, skip.some((attributes) => attributes.has('RECENTLY-REMOVED-DATERANGES'))],
  ]
  return needs.reduce((most, [version, isUsed]) => (isUsed ? version : most), 1)
}

const versionOf = (playlist: Playlist) => integerOf(named(playlist, 'VERSION')[0]?.value) ?? 1

/** A playlist that announces delta updates may have their version, so that it is the same in both. */
const versionAllowed = (playlist: Playlist) =>
  Math.max(versionNeeded(playlist), playlist.control.has('CAN-SKIP-UNTIL') ? 9 : 1)

export const HEADER_RULES: readonly Rule<Playlist>[] = [
  {
    ...{ id: 'clean-text', section: '4.1', level: 'must' },
    says: 'The text has no byte order mark and no control characters but the ends of lines.',
    broken: ({ text }) =>
      unless(!/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff]/.test(text), 'it has one'),
  },
  {
    ...{ id: 'attribute-lists', section: '4.2', level: 'must' },
    says: 'Attributes are NAME=value with commas and no space between them, each name once.',
    broken: ({ tags }) => tags.flatMap(attributeFaults),
  },
  {
    ...{ id: 'extm3u-first', section: '4.4.1.1', level: 'must' },
    says: 'EXTM3U is the first line.',
    broken: ({ tags }) => unless(tags[0]?.name === '#EXTM3U' && tags[0].line === 1, 'it is not'),
  },
  {
    ...{ id: 'once', section: '4.4.2, 4.4.3, 4.4.5', level: 'must' },
    says: 'Tags that are about the whole playlist stand in it once.',
    broken: (playlist) =>
      ONCE.flatMap((name) =>
        playlist.tags
          .filter((tag) => tag.name === name)
          .slice(1)
          .map(({ line }) => `${name} again in line ${line}`),
      ),
  },
  {
    ...{ id: 'no-multivariant-tags', section: '4.4.6', level: 'must' },
    says: 'A media playlist has no tag of multivariant playlists.',
    broken: ({ tags }) =>
      tags.filter(({ name }) => MULTIVARIANT.test(name)).map(({ name, line }) => `${name} in line ${line}`),
  },
  {
    ...{ id: 'target-duration', section: '4.4.3.1', level: 'must' },
    says: 'There is a target duration, of at least one second.',
    broken: ({ targetDuration }) => unless(targetDuration >= 1, `it is ${targetDuration}`),
  },
  {
    ...{ id: 'media-sequence-place', section: '4.4.3.2', level: 'must' },
    says: 'EXT-X-MEDIA-SEQUENCE stands before the first segment.',
    broken: (playlist) => behindSegments(playlist, 'MEDIA-SEQUENCE'),
  },
  {
    ...{ id: 'discontinuity-sequence-place', section: '4.4.3.3', level: 'must' },
    says: 'EXT-X-DISCONTINUITY-SEQUENCE stands before the first segment and the first discontinuity.',
    broken: (playlist) => behindSegments(playlist, 'DISCONTINUITY-SEQUENCE'),
  },
  {
    ...{ id: 'skip-boundary', section: '4.4.3.8', level: 'must' },
    says: 'CAN-SKIP-UNTIL is at least six target durations.',
    broken: (playlist) => {
      const seconds = control(playlist, 'CAN-SKIP-UNTIL')
      if (!playlist.control.has('CAN-SKIP-UNTIL')) return []
      return unless(
        seconds !== null && seconds + ROUNDING >= SIX * playlist.targetDuration,
        `it is ${seconds}`,
      )
    },
  },
  {
    ...{ id: 'skip-dateranges', section: '4.4.3.8', level: 'must' },
    says: 'CAN-SKIP-DATERANGES comes with CAN-SKIP-UNTIL only.',
    broken: ({ control: has }) =>
      unless(!has.has('CAN-SKIP-DATERANGES') || has.has('CAN-SKIP-UNTIL'), 'it stands alone'),
  },
  {
    ...{ id: 'hold-back', section: '4.4.3.8', level: 'must' },
    says: 'HOLD-BACK, where it is told, is at least three target durations.',
    broken: (playlist) => {
      const seconds = control(playlist, 'HOLD-BACK')
      return unless(
        seconds === null || seconds + ROUNDING >= THREE * playlist.targetDuration,
        `it is ${seconds}`,
      )
    },
  },
  {
    ...{ id: 'start-place', section: '4.4.2.2', level: 'should' },
    says: 'EXT-X-START of a live playlist does not point into its last three target durations.',
    broken: (playlist) => {
      const start = named(playlist, 'START')[0]
      const offset = Number(start && attributesOf(start).get('TIME-OFFSET'))
      if (!start || playlist.isEnded) return []
      return unless(offset >= 0 || -offset >= THREE * playlist.targetDuration, `TIME-OFFSET is ${offset}`)
    },
  },
  {
    ...{ id: 'live-type', section: '6.2.2', level: 'must' },
    says: 'What has lost segments has no EXT-X-PLAYLIST-TYPE.',
    broken: (playlist) =>
      unless(playlist.mediaSequence === 0 || named(playlist, 'PLAYLIST-TYPE').length === 0, 'it has one'),
  },
  {
    ...{ id: 'version-enough', section: '8', level: 'must' },
    says: 'The version is one that has all that the playlist uses: 6 for EXT-X-MAP, 9 for EXT-X-SKIP.',
    broken: (playlist) =>
      unless(
        versionOf(playlist) >= versionNeeded(playlist),
        `${versionOf(playlist)}, not ${versionNeeded(playlist)}`,
      ),
  },
  {
    ...{ id: 'version-no-more', section: '6.2.1', level: 'should' },
    says: 'The version is not higher than what is used, delta updates included, needs.',
    broken: (playlist) =>
      unless(
        versionOf(playlist) <= versionAllowed(playlist),
        `${versionOf(playlist)}, not ${versionAllowed(playlist)}`,
      ),
  },
  {
    ...{ id: 'blocking', section: 'B.1', level: 'must' },
    says: 'A live playlist with parts offers blocking reload.',
    broken: (playlist) =>
      unless(
        playlist.partTarget === null ||
          playlist.isEnded ||
          playlist.control.get('CAN-BLOCK-RELOAD') === 'YES',
        'CAN-BLOCK-RELOAD=YES is missing',
      ),
  },
  {
    ...{ id: 'skip-count', section: '4.4.5.2', level: 'must' },
    says: 'EXT-X-SKIP tells how many segments it stands for.',
    broken: (playlist) =>
      named(playlist, 'SKIP').flatMap((tag) =>
        unless(
          (integerOf(attributesOf(tag).get('SKIPPED-SEGMENTS')) ?? 0) > 0,
          `line ${tag.line}: ${tag.value}`,
        ),
      ),
  },
  {
    ...{ id: 'no-hint-at-the-end', section: '4.4.5.3', level: 'must' },
    says: 'An ended playlist hints at nothing.',
    broken: ({ isEnded, hints }) => unless(!isEnded || hints.length === 0, `${hints.length} hints`),
  },
  {
    ...{ id: 'hint-form', section: '4.4.5.3', level: 'must' },
    says: 'A hint has a TYPE, PART or MAP, and a URI.',
    broken: ({ hints }) =>
      hints.flatMap((hint) =>
        unless(
          /^(PART|MAP)$/.test(hint.get('TYPE') ?? '') && textOf(hint, 'URI') !== null,
          [...hint].join(' '),
        ),
      ),
  },
  {
    ...{ id: 'one-hint', section: '6.2.6', level: 'should' },
    says: 'There is one hint of a type at most.',
    broken: ({ hints }) => {
      const types = hints.map((hint) => hint.get('TYPE'))
      return types.filter((type, i) => types.indexOf(type) !== i).map((type) => `another one of ${type}`)
    },
  },
  {
    ...{ id: 'report-form', section: '4.4.5.4', level: 'must' },
    says: 'A report has the relative address of another playlist and its last segment.',
    broken: ({ reports }) =>
      reports.flatMap((report) => {
        const uri = textOf(report, 'URI') ?? ''
        const hasPart = !report.has('LAST-PART') || integerOf(report.get('LAST-PART')) !== null
        const isWhole = integerOf(report.get('LAST-MSN')) !== null && hasPart
        return unless(isWhole && uri !== '' && !/^([a-z][a-z0-9+.-]*:|\/)/i.test(uri), [...report].join(' '))
      }),
  },
]
