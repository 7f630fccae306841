/** An incident in words: what viewers noticed, and what led to it. Pure. */
import type { TFunction } from 'i18next'
import type { IncidentStep, IncidentView } from '../../service/contract/console/incidents.ts'
import { shortDuration } from '../i18n/format.ts'
import { encoderName } from '../channel/encoder-name.ts'

interface Words {
  readonly t: TFunction
  /** What the channel or the schedule is called. */
  readonly name: string
  /** Writes a time, as the system has it. */
  readonly time: (at: number) => string
}

/** What is or was so for viewers: the heading of an incident. */
export function titleText(
  { t, name, time }: Words,
  { kind, beganAt, overAt, outcome }: IncidentView,
): string {
  const length = shortDuration((overAt ?? beganAt) - beganAt)
  return t(`controlRoom.incident.title.${kind}.${outcome ?? 'open'}`, { name, length, time: time(beganAt) })
}

/** How long it has lasted so far, or lasted. @param now milliseconds since 1970 */
export function lengthText(t: TFunction, { beganAt, overAt }: IncidentView, now: number): string {
  if (overAt === null) return t('controlRoom.for', { time: shortDuration(now - beganAt) })
  return t('controlRoom.incident.lasted', { time: shortDuration(overAt - beganAt) })
}

/** Who was there. @param viewersNow null where its channel is gone or it is over */
export function viewersText(t: TFunction, incident: IncidentView, viewersNow: number | null): string | null {
  const { kind, viewers: count } = incident
  if (kind === 'late-start') return null
  if (count === 0) return t('controlRoom.incident.nobody')
  return viewersNow === null
    ? t('controlRoom.incident.watched', { count })
    : t('controlRoom.incident.watch', { count, now: viewersNow })
}

export interface Cause {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly text: string
}

/** What led to it, then its end, in the order of time. @param isClient true where a WebRTC client sends */
export function causes(t: TFunction, incident: IncidentView, isClient: boolean): readonly Cause[] {
  const { kind, steps, overAt, outcome, encoder } = incident
  const unnamed = t(`controlRoom.incident.${isClient ? 'client' : 'encoder'}`)
  const name = encoder === '' ? unnamed : encoderName(t, encoder)
  const chain = steps.map((step) => ({ key: step.kind, at: step.at, text: causeText(t, kind, step, name) }))
  const isTold = outcome === null || (outcome === 'ended' && steps.some((step) => step.kind === 'lost'))
  if (overAt === null || isTold) return chain
  const end = kind === 'late-start' && outcome === 'back' ? 'started' : outcome
  return [...chain, { key: 'over', at: overAt, text: t(`controlRoom.incident.over.${end}`) }]
}

function causeText(
  t: TFunction,
  kind: IncidentView['kind'],
  { kind: step, reason }: IncidentStep,
  encoder: string,
): string {
  if (step === 'lost') return t(`close.${reason ?? 'client-lost'}`)
  if (step !== 'missing') return t(`controlRoom.incident.step.${step}`, { encoder })
  return t(`controlRoom.incident.missing.${kind === 'no-audio' ? 'audio' : 'video'}`)
}
