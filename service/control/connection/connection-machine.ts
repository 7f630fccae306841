/**
 * Life of one connection of an encoder, as control sees it. A total table: every state answers every event.
 *
 * `open` ends with the publisher; what follows is the grace in which its playlists stay without an end
 * mark, so that an encoder that comes back continues the channel's playlist.
 */
export const CONNECTION_STATES = ['authorising', 'open', 'grace', 'refused', 'abandoned', 'closed'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

export const CONNECTION_EVENTS = [
  'accepted',
  'refused',
  'playlist-ready',
  'publisher-gone',
  'playlist-ended',
  'grace-over',
  'worker-lost',
] as const
export type ConnectionEvent = (typeof CONNECTION_EVENTS)[number]

/** What the owner does on a transition, in this order. */
export type ConnectionEffect =
  | 'record-created'
  | 'record-playlist'
  | 'record-destroyed'
  | 'arm-minutes'
  | 'arm-grace'
  | 'forget'

export interface Transition {
  readonly to: ConnectionState
  readonly effects: readonly ConnectionEffect[]
}

/** `ignored`: late or repeated, harmless. `illegal`: whoever sent it is wrong; logged, nothing changes. */
export type Step = Transition | 'ignored' | 'illegal'

const go = (to: ConnectionState, ...effects: ConnectionEffect[]): Transition => ({ to, effects })
const OVER = {
  accepted: 'illegal',
  refused: 'illegal',
  'playlist-ready': 'ignored',
  'publisher-gone': 'ignored',
  'playlist-ended': 'ignored',
  'grace-over': 'ignored',
  'worker-lost': 'ignored',
} as const satisfies Record<ConnectionEvent, Step>

const TABLE: Record<ConnectionState, Record<ConnectionEvent, Step>> = {
  // Its timer is the deadline of the authentication webhook.
  authorising: {
    accepted: go('open', 'record-created', 'arm-minutes'),
    refused: go('refused', 'forget'),
    'playlist-ready': 'illegal',
    'publisher-gone': 'illegal',
    'playlist-ended': 'illegal',
    'grace-over': 'illegal',
    'worker-lost': go('abandoned', 'forget'),
  },
  // Its timer is the encoder's idle time-out, kept by the process that carries it.
  open: {
    accepted: 'illegal',
    refused: 'illegal',
    'playlist-ready': go('open', 'record-playlist'),
    'publisher-gone': go('grace', 'record-destroyed', 'arm-grace'),
    'playlist-ended': 'illegal',
    'grace-over': 'illegal',
    'worker-lost': go('closed', 'record-destroyed', 'forget'),
  },
  grace: {
    accepted: 'illegal',
    refused: 'illegal',
    'playlist-ready': go('grace', 'record-playlist'),
    'publisher-gone': 'ignored',
    'playlist-ended': go('closed', 'forget'),
    'grace-over': go('closed', 'forget'),
    'worker-lost': go('closed', 'forget'),
  },
  refused: OVER,
  abandoned: OVER,
  closed: OVER,
}

export const INITIAL_CONNECTION_STATE: ConnectionState = 'authorising'

export function step(state: ConnectionState, event: ConnectionEvent): Step {
  return TABLE[state][event]
}

/** The table as a Mermaid state diagram. */
export function connectionDiagram(): string {
  const lines = ['stateDiagram-v2', `  [*] --> ${INITIAL_CONNECTION_STATE}`]
  for (const state of CONNECTION_STATES) {
    const transitions = CONNECTION_EVENTS.flatMap((event) => {
      const next = step(state, event)
      return typeof next === 'string'
        ? []
        : [`  ${state} --> ${next.to}: ${event} / ${next.effects.join(', ')}`]
    })
    lines.push(...(transitions.length > 0 ? transitions : [`  ${state} --> [*]`]))
  }
  return lines.join('\n')
}
