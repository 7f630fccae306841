/**
 * Life of one connection as a member of its channel, as control sees it, whatever carried it in. A total
 * table: every state answers every event.
 *
 * An encoder's connection begins with `authorising`, a WebRTC client's with `opening`. From `waiting` to
 * `grace` the state says how far its playlists are, and with them what is recorded of it.
 */
export const MEMBER_STATES = [
  /** The authentication webhook is asked about an encoder. */
  'authorising',
  /** The SFU process makes its offer. */
  'opening',
  /** Its answer is awaited. */
  'offered',
  /** Its media is awaited. */
  'connecting',
  /** Connected; nothing is made of its media. */
  'open',
  /** Connected; its media has come, and on a channel without HLS that is all that viewers need. */
  'relayed',
  /** Connected; its playlists begin when there is an ingest process. */
  'waiting',
  /** Connected; the ingest process makes a place for its media. */
  'placing',
  /** Connected; its first segments are made. */
  'packaging',
  /** Connected; its playlist can be played. */
  'playable',
  /** Connected; the ingest process gave its playlists up, which get their end mark. */
  'fading',
  /** Gone; its playlists have no end mark yet, so that an encoder that comes back continues the channel's. */
  'grace',
  /** Ended on purpose; its playlists get their end mark now, and nobody waits for it to come back. */
  'ending',
  'over',
] as const
export type MemberState = (typeof MEMBER_STATES)[number]

export const MEMBER_EVENTS = [
  'accepted',
  'refused',
  'offer-sent',
  'answer-came',
  'media-up',
  /** What it sends has come, on a channel without HLS. */
  'media-came',
  /** It sends, on a channel with HLS. */
  'hls-wanted',
  'ingest-running',
  'place-given',
  'place-refused',
  'playlist-ready',
  /** The ingest process gave up the playlists of a connection that it did not carry in. */
  'playlists-closed',
  /** The ingest process is gone. */
  'playlists-lost',
  'playlist-ended',
  'grace-over',
  /** The encoder or client is gone, or what carried it in. */
  'gone',
  /** The same, and somebody meant it. */
  'ended',
] as const
export type MemberEvent = (typeof MEMBER_EVENTS)[number]

/** What the owner does on a transition, in this order. */
export type MemberEffect =
  | 'write-opened'
  | 'arm-minute'
  | 'ask-place'
  | 'hand-on'
  | 'write-playlist'
  | 'write-ended'
  | 'end-relay'
  | 'end-playlists'
  | 'close-place'
  | 'arm-grace'
  | 'forget-playlists'
  | 'forget'

export interface MemberTransition {
  readonly to: MemberState
  readonly effects: readonly MemberEffect[]
}

/** `ignored`: late or repeated, harmless. `illegal`: whoever sent it is wrong; logged, nothing changes. */
export type MemberStep = MemberTransition | 'ignored' | 'illegal'
type Row = Record<MemberEvent, MemberStep>

const go = (to: MemberState, ...effects: MemberEffect[]): MemberTransition => ({ to, effects })

const UNDECIDED: Row = {
  accepted: 'illegal',
  refused: 'illegal',
  'offer-sent': 'illegal',
  'answer-came': 'illegal',
  'media-up': 'illegal',
  'media-came': 'illegal',
  'hls-wanted': 'illegal',
  'ingest-running': 'ignored',
  'place-given': 'illegal',
  'place-refused': 'illegal',
  'playlist-ready': 'illegal',
  'playlists-closed': 'illegal',
  'playlists-lost': 'ignored',
  'playlist-ended': 'illegal',
  'grace-over': 'illegal',
  gone: go('over', 'write-ended', 'forget'),
  ended: go('over', 'write-ended', 'forget'),
}

/** Nothing is made of its media now; what tells of playlists is late. */
const WITHOUT_PLAYLISTS: Row = {
  ...UNDECIDED,
  'media-up': 'ignored',
  'place-given': 'ignored',
  'place-refused': 'ignored',
  'playlist-ready': 'ignored',
  'playlists-closed': 'ignored',
  'playlist-ended': 'ignored',
  'grace-over': 'ignored',
}

const WITH_PLAYLISTS: Row = {
  ...UNDECIDED,
  'media-up': 'ignored',
  'playlist-ready': go('playable', 'write-playlist'),
  'playlists-closed': go('fading', 'end-playlists', 'arm-grace'),
  'playlists-lost': go('waiting', 'end-playlists', 'forget-playlists'),
  gone: go('grace', 'write-ended', 'end-playlists', 'close-place', 'arm-grace'),
  ended: go('ending', 'write-ended', 'end-playlists', 'close-place', 'arm-grace'),
}

/** Gone; its playlists have no end mark yet. */
const GONE: Row = {
  ...WITHOUT_PLAYLISTS,
  'place-refused': go('over', 'forget'),
  'playlists-lost': go('over', 'forget'),
  'playlist-ended': go('over', 'forget'),
  'grace-over': go('over', 'forget'),
  gone: 'ignored',
  ended: 'ignored',
}

const TABLE: Record<MemberState, Row> = {
  authorising: {
    ...UNDECIDED,
    accepted: go('packaging', 'write-opened', 'arm-minute'),
    refused: go('over', 'forget'),
    gone: go('over', 'forget'),
    ended: go('over', 'forget'),
  },
  opening: { ...UNDECIDED, 'offer-sent': go('offered') },
  offered: { ...UNDECIDED, 'answer-came': go('connecting') },
  connecting: { ...UNDECIDED, 'media-up': go('open', 'write-opened', 'arm-minute') },
  open: { ...WITHOUT_PLAYLISTS, 'media-came': go('relayed'), 'hls-wanted': go('waiting') },
  relayed: {
    ...WITHOUT_PLAYLISTS,
    'media-came': 'ignored',
    gone: go('over', 'write-ended', 'end-relay', 'forget'),
    ended: go('over', 'write-ended', 'end-relay', 'forget'),
  },
  waiting: { ...WITHOUT_PLAYLISTS, 'ingest-running': go('placing', 'ask-place') },
  placing: {
    ...WITH_PLAYLISTS,
    'place-given': go('packaging', 'hand-on'),
    'place-refused': go('waiting', 'end-playlists', 'forget-playlists'),
    'playlist-ready': 'illegal',
    'playlists-closed': 'illegal',
    // Its place is closed when it is given.
    gone: go('grace', 'write-ended', 'end-playlists', 'arm-grace'),
    ended: go('ending', 'write-ended', 'end-playlists', 'arm-grace'),
  },
  packaging: WITH_PLAYLISTS,
  playable: { ...WITH_PLAYLISTS, 'playlist-ready': 'ignored' },
  fading: {
    ...WITHOUT_PLAYLISTS,
    'playlist-ready': go('fading', 'write-playlist'),
    'playlists-lost': go('waiting', 'forget-playlists'),
    'playlist-ended': go('waiting', 'forget-playlists'),
    'grace-over': go('waiting', 'forget-playlists'),
    gone: go('grace', 'write-ended'),
    ended: go('ending', 'write-ended', 'close-place'),
  },
  grace: {
    ...GONE,
    'place-given': go('grace', 'close-place'),
    'playlist-ready': go('grace', 'write-playlist'),
    ended: go('ending'),
  },
  ending: {
    ...GONE,
    'place-given': go('ending', 'close-place'),
    'playlist-ready': go('ending', 'write-playlist'),
  },
  over: {
    ...WITHOUT_PLAYLISTS,
    'offer-sent': 'ignored',
    'answer-came': 'ignored',
    'media-came': 'ignored',
    'hls-wanted': 'ignored',
    gone: 'ignored',
    ended: 'ignored',
  },
}

const CONNECTED: readonly MemberState[] = [
  'open',
  'relayed',
  'waiting',
  'placing',
  'packaging',
  'playable',
  'fading',
]

export function memberStep(state: MemberState, event: MemberEvent): MemberStep {
  return TABLE[state][event]
}

/** Whether its media is connected now. */
export function isConnected({ state }: { readonly state: MemberState }): boolean {
  return CONNECTED.includes(state)
}

/** The table as a Mermaid state diagram. */
export function memberDiagram(): string {
  const lines = ['stateDiagram-v2', '  [*] --> authorising: by RTMP', '  [*] --> opening: by WebRTC']
  for (const state of MEMBER_STATES) {
    const transitions = MEMBER_EVENTS.flatMap((event) => {
      const next = memberStep(state, event)
      if (typeof next === 'string') return []
      const effects = next.effects.length > 0 ? ` / ${next.effects.join(', ')}` : ''
      return [`  ${state} --> ${next.to}: ${event}${effects}`]
    })
    lines.push(...(transitions.length > 0 ? transitions : [`  ${state} --> [*]`]))
  }
  return lines.join('\n')
}
