/** What a reload of the page leaves: on which channel it was live, so that it can be resumed. */
import { isBusy, type PublisherState } from './states.ts'

/** Lives as long as the tab. */
const KEY = 'airdesk.broadcast'

export function rememberBroadcast(state: PublisherState): void {
  if (!isBusy(state)) sessionStorage.removeItem(KEY)
  else if (state.kind === 'live' && !state.broadcast.isRehearsal)
    sessionStorage.setItem(KEY, state.broadcast.channelId)
}

/** The state in which the page begins. */
export function interrupted(): PublisherState {
  const channelId = sessionStorage.getItem(KEY)
  if (channelId === null) return { kind: 'idle' }
  return {
    kind: 'ended',
    broadcast: { channelId, isRehearsal: false },
    reason: { kind: 'reloaded' },
    at: Date.now(),
  }
}
