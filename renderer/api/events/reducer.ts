/** From the messages of the engine to what the console shows. Pure. */
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { ConsoleMessage } from '../../../service/contract/console/events.ts'
import type { EngineView } from '../../../service/contract/console/engine-view.ts'
import { anchorOf } from './anchor.ts'
import type { Anchor } from './anchor.ts'

export interface LiveState {
  /** Number of the last message taken in. */
  readonly seq: number
  readonly engine: EngineView
  /** How its clock goes. */
  readonly clock: Anchor
  readonly channels: ReadonlyMap<string, ChannelView>
}

/** Levels of sound, and who is signed in, are not part of the state. */
export type NumberedMessage = Exclude<ConsoleMessage, { type: 'levels' | 'session' }>

export type Outcome =
  | { readonly kind: 'state'; readonly state: LiveState }
  /** A message is missing: connect again for a new snapshot. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'signed-out' }

/**
 * Takes in one message.
 * @param receivedAt this computer's clock when it came, milliseconds since 1970
 */
export function applyMessage(state: LiveState | null, message: NumberedMessage, receivedAt: number): Outcome {
  if (message.type === 'signed-out') return { kind: 'signed-out' }
  if (message.type === 'snapshot') {
    const { engine, channels } = message.state
    return {
      kind: 'state',
      state: {
        seq: message.seq,
        engine,
        clock: anchorOf(engine, receivedAt),
        channels: new Map(channels.map((channel) => [channel.channelId, channel])),
      },
    }
  }
  if (state === null || message.seq !== state.seq + 1) return { kind: 'gap' }
  const changed = message.channels !== undefined || message.removed !== undefined
  const channels = changed ? new Map(state.channels) : state.channels
  if (channels instanceof Map) {
    for (const channel of message.channels ?? []) channels.set(channel.channelId, channel)
    for (const id of message.removed ?? []) channels.delete(id)
  }
  return {
    kind: 'state',
    state: {
      seq: message.seq,
      engine: message.engine ?? state.engine,
      clock: message.engine ? anchorOf(message.engine, receivedAt) : state.clock,
      channels,
    },
  }
}
