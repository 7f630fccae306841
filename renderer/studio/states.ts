/** The states of the console's own publisher, as one total table. Pure. */

/** What is broadcast where. */
export interface Broadcast {
  readonly channelId: string
  /** Its channel was made for it and is deleted after. */
  readonly isRehearsal: boolean
}

export type EndReason =
  | { readonly kind: 'operator' }
  /** The engine refused it, or it could not begin: the reason. */
  | { readonly kind: 'refused'; readonly text: string }
  /** The engine closed the connection: somebody ended it there, or its channel is gone. */
  | { readonly kind: 'closed' }
  /** The page was loaded again while it was live. */
  | { readonly kind: 'reloaded' }
  /** The connection was lost and did not come back. */
  | { readonly kind: 'lost'; readonly tries: number }

export type PublisherState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'preparing'; readonly isRehearsal: boolean }
  | { readonly kind: 'connecting'; readonly broadcast: Broadcast }
  | { readonly kind: 'live'; readonly broadcast: Broadcast; readonly connectionId: string }
  /** `tries` counts from 1. */
  | { readonly kind: 'reconnecting'; readonly broadcast: Broadcast; readonly tries: number }
  | {
      readonly kind: 'ended'
      /** Null where it ended before it had a channel. */
      readonly broadcast: Broadcast | null
      readonly reason: EndReason
      /** Milliseconds since 1970, this computer's clock. */
      readonly at: number
    }

export type PublisherEvent =
  | { readonly type: 'started'; readonly isRehearsal: boolean }
  | { readonly type: 'prepared'; readonly broadcast: Broadcast }
  | { readonly type: 'opened'; readonly connectionId: string }
  /** The connection broke, or a try to get it back failed. */
  | { readonly type: 'lost'; readonly at: number }
  | { readonly type: 'closed'; readonly at: number }
  | { readonly type: 'refused'; readonly text: string; readonly at: number }
  | { readonly type: 'stopped'; readonly at: number }
  | { readonly type: 'dismissed' }

/** Tries to get a lost connection back: about a minute with {@link backOffMs}. */
export const MOST_TRIES = 10

/** How long to wait before a try, milliseconds. @param tries from 1 */
export const backOffMs = (tries: number): number => Math.min(8000, 500 * 2 ** (tries - 1))

/** True while media goes out or is about to. */
export const isBusy = ({ kind }: PublisherState): boolean => kind !== 'idle' && kind !== 'ended'

/** True of what only who knows its channel sees. */
export const isRehearsal = (state: PublisherState): boolean =>
  state.kind === 'preparing'
    ? state.isRehearsal
    : 'broadcast' in state && state.broadcast?.isRehearsal === true

/** How long one press resumes a broadcast that ended, milliseconds. */
export const RESUME_MS = 10_000

/** True where one press goes on with it: soon after, and where nobody else ended it. @param now as `at` */
export const isResumable = ({ broadcast, reason, at }: Ended, now: number): boolean =>
  broadcast !== null && !broadcast.isRehearsal && reason.kind !== 'closed' && now - at < RESUME_MS

export type Ended = Extract<PublisherState, { kind: 'ended' }>
const ended = (broadcast: Broadcast | null, reason: EndReason, at: number): Ended => ({
  kind: 'ended',
  broadcast,
  reason,
  at,
})

const broadcastOf = (state: PublisherState): Broadcast | null =>
  'broadcast' in state ? state.broadcast : null

/** @returns the same state where the event means nothing to it */
export function next(state: PublisherState, event: PublisherEvent): PublisherState {
  switch (event.type) {
    case 'started':
      return isBusy(state) ? state : { kind: 'preparing', isRehearsal: event.isRehearsal }
    case 'prepared':
      return state.kind === 'preparing' ? { kind: 'connecting', broadcast: event.broadcast } : state
    case 'opened':
      return state.kind === 'connecting' || state.kind === 'reconnecting'
        ? { kind: 'live', broadcast: state.broadcast, connectionId: event.connectionId }
        : state
    case 'lost':
      return lost(state, event.at)
    case 'closed':
      return state.kind === 'live' ? ended(state.broadcast, { kind: 'closed' }, event.at) : state
    case 'refused':
      return isBusy(state)
        ? ended(broadcastOf(state), { kind: 'refused', text: event.text }, event.at)
        : state
    case 'stopped':
      return isBusy(state) ? ended(broadcastOf(state), { kind: 'operator' }, event.at) : state
    case 'dismissed':
      return state.kind === 'ended' ? { kind: 'idle' } : state
  }
}

function lost(state: PublisherState, at: number): PublisherState {
  if (state.kind === 'live') return { kind: 'reconnecting', broadcast: state.broadcast, tries: 1 }
  if (state.kind !== 'reconnecting') return state
  if (state.tries >= MOST_TRIES) return ended(state.broadcast, { kind: 'lost', tries: state.tries }, at)
  return { ...state, tries: state.tries + 1 }
}
