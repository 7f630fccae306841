/**
 * The state of a channel as it is drawn: glyph, tone, words and how bad it is. Pure. The red plate is
 * apart from it (`onAir`): it says that viewers can see the channel, the state says how well.
 */
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import type { GlyphName } from '../ui/Glyph.tsx'
import type { Tone } from '../ui/tone.ts'

/** Words of a state: a key below `state.` and its values. */
export type StateWords =
  | {
      readonly key:
        | 'idle'
        | 'authorising'
        | 'receiving'
        | 'noMedia'
        | 'connected'
        | 'packagingSoon'
        | 'healthy'
    }
  | { readonly key: 'reconnecting' | 'ended' | 'unknown' | 'deniedShort' }
  | { readonly key: 'denied' }
  | { readonly key: 'packaging' | 'starving'; readonly seconds: number }
  | { readonly key: 'findings'; readonly count: number }
  | { readonly key: 'no-signal'; readonly ms: number }

export interface DrawnState {
  readonly glyph: GlyphName
  readonly tone: Tone
  readonly words: StateWords
  /** 0 is worst: fail, warn, waiting, ok, nothing to see. Lists are sorted by it. */
  readonly severity: 0 | 1 | 2 | 3 | 4
}

const seconds = (ms: number) => Math.max(0, Math.floor(ms / 1000))

/** Milliseconds since the newest connection's last media. */
function silentMs(channel: ChannelView, now: number): number {
  const last = channel.connections[0]?.stats?.lastMediaAt ?? channel.webrtc?.lastMediaAt ?? channel.stateSince
  // The page's clock ticks once a second: what it last said may be from before the state was entered.
  return Math.max(now, channel.stateSince) - last
}

function withFindings(channel: ChannelView): DrawnState | null {
  if (channel.findings.length === 0) return null
  const fail = channel.findings.some((finding) => finding.severity === 'fail')
  return {
    glyph: fail ? 'fail' : 'warn',
    tone: fail ? 'fail' : 'warn',
    words: { key: 'findings', count: channel.findings.length },
    severity: fail ? 0 : 1,
  }
}

function denied(channel: ChannelView): DrawnState {
  const words: StateWords = { key: channel.lastClose ? 'denied' : 'deniedShort' }
  return { glyph: 'denied', tone: 'warn', words, severity: 1 }
}

function packaging(channel: ChannelView): DrawnState {
  const seconds = channel.firstSegmentInSeconds ?? 0
  const words: StateWords = seconds > 0 ? { key: 'packaging', seconds } : { key: 'packagingSoon' }
  return { glyph: 'half', tone: 'info', words, severity: 2 }
}

/**
 * Derives what is drawn.
 * @param now engine time, milliseconds since 1970
 * @param connected false while there is no contact with the engine: then nothing is known
 */
export function drawState(channel: ChannelView, now: number, connected: boolean): DrawnState {
  if (!connected) return { glyph: 'waiting', tone: 'idle', words: { key: 'unknown' }, severity: 2 }
  switch (channel.state) {
    case 'idle':
      return { glyph: 'idle', tone: 'idle', words: { key: 'idle' }, severity: 4 }
    case 'authorising':
      return { glyph: 'waiting', tone: 'idle', words: { key: 'authorising' }, severity: 2 }
    case 'denied':
      return denied(channel)
    case 'receiving':
      // Without HLS there is no playlist to wait for, only the media itself.
      return {
        glyph: 'half',
        tone: 'info',
        words: { key: channel.kind === 'webrtc' ? 'noMedia' : 'receiving' },
        severity: 2,
      }
    case 'packaging':
      return packaging(channel)
    case 'playable':
      // Nothing is looked for in what only passes through the SFU.
      return (
        withFindings(channel) ?? {
          glyph: 'ok',
          tone: 'ok',
          words: { key: channel.kind === 'webrtc' ? 'connected' : 'healthy' },
          severity: 3,
        }
      )
    case 'starving': {
      const words: StateWords = { key: 'starving', seconds: seconds(silentMs(channel, now)) }
      return { glyph: 'warn', tone: 'warn', words, severity: 1 }
    }
    case 'reconnecting':
      return { glyph: 'retry', tone: 'warn', words: { key: 'reconnecting' }, severity: 1 }
    case 'no-signal':
      return {
        glyph: 'fail',
        tone: 'fail',
        words: { key: 'no-signal', ms: silentMs(channel, now) },
        severity: 0,
      }
    case 'ended':
      return { glyph: 'ended', tone: 'idle', words: { key: 'ended' }, severity: 4 }
  }
}

/** Worst first, then what is on air, then the newest change. */
export function byUrgency(now: number): (a: ChannelView, b: ChannelView) => number {
  return (a, b) =>
    drawState(a, now, true).severity - drawState(b, now, true).severity ||
    Number(b.onAirSince !== null) - Number(a.onAirSince !== null) ||
    b.stateSince - a.stateSince ||
    (a.channelId < b.channelId ? -1 : 1)
}
