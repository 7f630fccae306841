/** What goes up, from two reports of the peer connection. Pure. */

export interface UpstreamFigures {
  readonly videoBps: number
  readonly audioBps: number
  readonly framesPerSecond: number
  /** Milliseconds there and back; null until it was measured. */
  readonly roundTripMs: number | null
  /** Share of packets that did not arrive, 0 to 1. */
  readonly lostShare: number
  readonly codec: string
  /** Pixels of the picture as it is encoded; 0 until one was. */
  readonly height: number
}

/** Counters of one moment. */
export interface Counters {
  /** Milliseconds. */
  readonly at: number
  readonly videoBytes: number
  readonly audioBytes: number
}

type Entry = Readonly<Record<string, unknown>>
const number = (entry: Entry | undefined, member: string): number => {
  const value = entry?.[member]
  return typeof value === 'number' ? value : 0
}

/** @param before null for the first report, which gives no rates */
export function readReport(
  entries: readonly Entry[],
  before: Counters | null,
): { readonly counters: Counters; readonly figures: UpstreamFigures } {
  const outbound = (kind: string) => entries.find((e) => e['type'] === 'outbound-rtp' && e['kind'] === kind)
  const video = outbound('video')
  const audio = outbound('audio')
  const remote = entries.find((e) => e['type'] === 'remote-inbound-rtp' && e['kind'] === 'video')
  const codec = entries.find((e) => e['id'] === video?.['codecId'])
  const counters = {
    // A browser that cannot encode the picture reports none.
    at: number(video ?? audio, 'timestamp'),
    videoBytes: number(video, 'bytesSent'),
    audioBytes: number(audio, 'bytesSent'),
  }
  const seconds = before === null ? 0 : (counters.at - before.at) / 1000
  const rate = (now: number, then: number) => (seconds > 0 ? Math.max(0, ((now - then) * 8) / seconds) : 0)
  const mimeType = codec?.['mimeType']
  return {
    counters,
    figures: {
      videoBps: rate(counters.videoBytes, before?.videoBytes ?? 0),
      audioBps: rate(counters.audioBytes, before?.audioBytes ?? 0),
      framesPerSecond: Math.round(number(video, 'framesPerSecond')),
      roundTripMs:
        remote?.['roundTripTime'] === undefined ? null : Math.round(number(remote, 'roundTripTime') * 1000),
      lostShare: number(remote, 'fractionLost'),
      codec: typeof mimeType === 'string' ? mimeType.replace('video/', '') : '',
      height: number(video, 'frameHeight'),
    },
  }
}
