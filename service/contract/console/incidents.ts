/** Incidents: what took viewers' pictures or sound away, or kept them waiting, until somebody has taken note. */
import { z } from 'zod'
import type { IncidentId } from '../ids.ts'
import { closeReason } from './channel-view.ts'
import { nothing } from './nothing.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'
import { count, moment } from './units.ts'

/**
 * `picture-stopped`: nothing came from the encoder any more, or its connection broke off. `no-video` and
 * `no-audio`: only the other one came. `late-start`: a schedule began that no viewer could see.
 */
export const INCIDENT_KINDS = ['picture-stopped', 'no-video', 'no-audio', 'late-start'] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/**
 * What happened, each at most once, in the order of time. `silent`: the encoder sent nothing from then on;
 * `missing`: nothing of that kind; `no-signal`: for 12 s; `lost`:
 * its connection ended; `due`: the start that was planned.
 */
const INCIDENT_STEPS = ['silent', 'missing', 'due', 'no-signal', 'lost'] as const

export const incidentStep = z.strictObject({
  kind: z.enum(INCIDENT_STEPS),
  at: moment,
  /** Why the connection ended; only where one was `lost`. */
  reason: closeReason.nullable(),
})
export type IncidentStep = Shown<typeof incidentStep>

export const incidentView = z.strictObject({
  id: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  /** Null where the channel of a schedule was deleted. */
  channelId: z.string().nullable(),
  /** The schedule that began late; null for other kinds. */
  scheduleId: z.string().nullable(),
  /** What the channel or the schedule was called as it began; may be empty. */
  name: z.string(),
  /** What the encoder said of itself; may be empty. */
  encoder: z.string(),
  beganAt: moment,
  /** Null while it goes on. */
  overAt: moment.nullable(),
  /** `back`: viewers have it again; `ended`: the broadcast, or the time planned for it, ended before. */
  outcome: z.enum(['back', 'ended']).nullable(),
  /** Who watched as it began. */
  viewers: count,
  steps: z.array(incidentStep),
  acknowledged: z.strictObject({ at: moment, by: z.string() }).nullable(),
})
export type IncidentView = Shown<typeof incidentView>

export const incidentApi = {
  acknowledge: json({
    method: 'POST',
    path: '/console/api/incidents/:id/acknowledge',
    who: 'delivery',
    summary:
      'Takes note of an incident. It leaves the list once it is over too; a second time changes nothing.',
    audit: 'incident.acknowledged',
    params: { id: idParam<IncidentId>() },
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
}
