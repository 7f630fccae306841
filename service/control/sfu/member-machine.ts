/**
 * Life of one WebRTC connection, as control sees it. A total table: every state answers every event. Later
 * offers and answers are the matter of its negotiation.
 */
export const MEMBER_STATES = ['opening', 'offered', 'connecting', 'open', 'over'] as const
export type MemberState = (typeof MEMBER_STATES)[number]
export const MEMBER_EVENTS = ['offer-sent', 'answer-came', 'media-up', 'ended'] as const
export type MemberEvent = (typeof MEMBER_EVENTS)[number]

/** `ignored`: late, harmless. `illegal`: whoever sent it is wrong. */
export type MemberStep = MemberState | 'ignored' | 'illegal'

const TABLE: Record<MemberState, Record<MemberEvent, MemberStep>> = {
  // The SFU process makes its offer; the deadline is that of the request.
  opening: { 'offer-sent': 'offered', 'answer-came': 'illegal', 'media-up': 'illegal', ended: 'over' },
  // Its timer is that of the answer.
  offered: { 'offer-sent': 'illegal', 'answer-came': 'connecting', 'media-up': 'illegal', ended: 'over' },
  // Its timer is that of the media.
  connecting: { 'offer-sent': 'illegal', 'answer-came': 'illegal', 'media-up': 'open', ended: 'over' },
  // Its timers are the next minute and its lifetime.
  open: { 'offer-sent': 'illegal', 'answer-came': 'illegal', 'media-up': 'ignored', ended: 'over' },
  over: { 'offer-sent': 'ignored', 'answer-came': 'ignored', 'media-up': 'ignored', ended: 'ignored' },
}

export function step(state: MemberState, event: MemberEvent): MemberStep {
  return TABLE[state][event]
}
