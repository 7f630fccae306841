/** What is looked at before going live. Failures block; warnings, and what is unknown or not set, do not. Pure. */
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { EngineView } from '../../../service/contract/console/engine-view.ts'
import { isSoundless, type SoundState } from '../../studio/sound-state.ts'
import type { Target } from './pick.ts'

/** Free bytes below which recording soon stops. */
const LITTLE_DISK = 5_000_000_000

export type Check =
  | { readonly tone: 'ok' | 'fail'; readonly key: 'engine' | 'picture' }
  | { readonly tone: 'ok'; readonly key: 'channelFree' }
  | { readonly tone: 'warn'; readonly key: 'channelTaken'; readonly count: number }
  | { readonly tone: 'warn'; readonly key: 'sfuRestarts' }
  | { readonly tone: 'ok' | 'warn'; readonly key: 'disk'; readonly bytes: number }
  | { readonly tone: 'ok'; readonly key: 'webhooks' }
  | { readonly tone: 'none'; readonly key: 'webhooksNone' }
  | { readonly tone: 'unknown'; readonly key: 'webhooksUnknown' }
  | { readonly tone: 'warn'; readonly key: 'webhooksFail'; readonly count: number }
  | { readonly tone: 'ok' | 'warn' | 'unknown'; readonly key: 'sound'; readonly state: SoundState }
  | { readonly tone: 'warn'; readonly key: 'noHls' }
  | { readonly tone: 'warn'; readonly key: 'dueElsewhere'; readonly channelId: string; readonly name: string }

export interface Looked {
  readonly channel: ChannelView
  /** Null before the first word of the engine. */
  readonly engine: EngineView | null
  readonly isConnected: boolean
  readonly hasPicture: boolean
  readonly sound: SoundState
  /** What runs or soon begins on another channel, and nothing does on this one. */
  readonly elsewhere: Target | null
}

const WORST_FIRST: readonly Check['tone'][] = ['fail', 'warn', 'unknown', 'none', 'ok']

/** The worst first: there may be room for a few only. */
export function checks(looked: Looked): readonly Check[] {
  const { channel, engine, isConnected, hasPicture, sound, elsewhere } = looked
  const due = elsewhere?.schedule ?? null
  const senders = channel.webrtc?.connections.filter(({ role }) => role !== 'recvonly').length ?? 0
  const restarts = engine?.sfu[channel.webrtc?.environment ?? 0] === 'restarting'
  const disk = engine?.diskFreeBytes ?? 0
  const all: readonly Check[] = [
    { tone: isConnected ? 'ok' : 'fail', key: 'engine' },
    { tone: hasPicture ? 'ok' : 'fail', key: 'picture' },
    ...(elsewhere === null || due === null
      ? []
      : [
          {
            ...({ tone: 'warn', key: 'dueElsewhere' } as const),
            ...{ channelId: elsewhere.channel.channelId, name: due.name },
          },
        ]),
    { tone: isSoundless(sound) ? 'warn' : sound === 'ok' ? 'ok' : 'unknown', key: 'sound', state: sound },
    senders === 0
      ? { tone: 'ok', key: 'channelFree' }
      : { tone: 'warn', key: 'channelTaken', count: senders },
    ...(restarts ? [{ tone: 'warn', key: 'sfuRestarts' } as const] : []),
    ...(engine === null
      ? []
      : [{ tone: disk < LITTLE_DISK ? 'warn' : 'ok', key: 'disk', bytes: disk } as const]),
    webhooksCheck(looked),
    ...(channel.webrtc?.hls === null ? [{ tone: 'warn', key: 'noHls' } as const] : []),
  ]
  return all.toSorted((a, b) => WORST_FIRST.indexOf(a.tone) - WORST_FIRST.indexOf(b.tone))
}

function webhooksCheck({ channel, engine, isConnected }: Looked): Check {
  const { hasAuthWebhook: asks, hasEventWebhook: tells } = channel
  if (asks === false && tells === false) return { tone: 'none', key: 'webhooksNone' }
  const failing = isConnected && asks !== null && tells !== null ? engine?.webhooks?.failing : undefined
  if (failing === undefined) return { tone: 'unknown', key: 'webhooksUnknown' }
  return failing === 0
    ? { tone: 'ok', key: 'webhooks' }
    : { tone: 'warn', key: 'webhooksFail', count: failing }
}

/** How many are fine, of all that there is to be. */
export function passed(all: readonly Check[]): { readonly fine: number; readonly all: number } {
  const looked = all.filter(({ tone }) => tone !== 'none')
  return { fine: looked.filter(({ tone }) => tone === 'ok').length, all: looked.length }
}

export const mayGoLive = (all: readonly Check[]): boolean => all.every(({ tone }) => tone !== 'fail')
