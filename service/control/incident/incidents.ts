import type { IncidentKind, IncidentStep, IncidentView } from '../../contract/console/incidents.ts'
import type { ChannelId, IncidentId, SystemId } from '../../contract/ids.ts'
import { DAY } from '../../contract/units.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { renditionsOf } from '../channel/channel.ts'
import type { Channel } from '../channel/channel.ts'
import type { Broadcasts } from '../connection/broadcasts.ts'
import type { ChannelActivity } from '../connection/channel-activity.ts'
import type { ConnectionStore } from '../connection/dependencies.ts'
import { findings } from '../connection/findings.ts'
import { ChangeListeners } from '../change-listeners.ts'
import type { Transactions } from '../transactions.ts'
import { CHANNEL_LOSSES, isBreak, isBroadcast, lossesOf, lost } from './loss.ts'
import type { ChannelLoss, Loss } from './loss.ts'
import type { IncidentRepository, NewIncident, Outcome } from './repository.ts'

/** What is over and acknowledged is kept for this long after it began. */
const KEPT: Milliseconds = 30 * DAY

export interface IncidentParts {
  readonly incidents: IncidentRepository
  readonly transactions: Transactions
  readonly channels: { find(channelId: ChannelId): Channel | null }
  readonly broadcasts: Pick<Broadcasts, 'activity' | 'onChange'>
  readonly connections: Pick<ConnectionStore, 'lastEnd'>
  readonly clock: Clock
  /** Of late starts, and by which old ones go; `clock` where it is left out. */
  readonly rules?: Clock | undefined
}

type Began = Omit<NewIncident, 'id'>

/**
 * What took viewers' pictures or sound away. An incident is written as it begins, goes on while viewers wait,
 * and stays listed until it is over and somebody has taken note. A pause that players bridge with what they
 * hold is none: its row goes when the media goes on before.
 */
export class Incidents {
  readonly #parts: IncidentParts
  readonly #listeners: ChangeListeners<void>
  /** Those that go on, by what they are about. */
  readonly #open = new Map<string, NewIncident>()
  /** Channels with playlists that viewers could see when they were last looked at, as they were then. */
  readonly #seen = new Map<ChannelId, ChannelActivity>()

  constructor(parts: IncidentParts) {
    this.#parts = parts
    this.#listeners = new ChangeListeners(parts.transactions)
    for (const incident of parts.incidents.open()) this.#open.set(keyOf(incident), incident)
    parts.broadcasts.onChange((channelId) => this.#look(channelId))
  }

  /** Tells that the list of some system has changed; returns how to stop listening. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Those that go on, then those that nobody has taken note of, each newest first. */
  listed(systemId: SystemId): readonly IncidentView[] {
    return this.#parts.incidents.listed(systemId)
  }

  /** Those that go on and are of this kind. */
  ongoing(kind: IncidentKind): readonly NewIncident[] {
    return [...this.#open.values()].filter((incident) => incident.kind === kind)
  }

  /**
   * Notes who has seen it; the first one counts.
   * @throws Refusal `NOT_FOUND`
   */
  acknowledge(systemId: SystemId, id: string, by: string): void {
    const { incidents, clock, rules = clock } = this.#parts
    if (!incidents.acknowledge(systemId, id, { at: rules.now(), by })) throw refusal('NOT_FOUND')
    this.#listeners.tell()
  }

  /** How many are over. */
  countOver(systemId: SystemId): number {
    return this.#parts.incidents.countOver(systemId)
  }

  /** Removes those that are over, acknowledged or not. @returns how many */
  clear(systemId: SystemId): number {
    const count = this.#parts.incidents.clearOver(systemId)
    this.#listeners.tell()
    return count
  }

  /** Writes one and tells of it. */
  begin(began: Began): NewIncident {
    const { incidents, clock, rules = clock } = this.#parts
    const incident = { ...began, id: newId<IncidentId>('incident') }
    incidents.removeOld(rules.now() - KEPT)
    incidents.insert(incident)
    this.#open.set(keyOf(incident), incident)
    this.#listeners.tell()
    return incident
  }

  /** It is over; it stays listed until somebody has taken note. */
  end(incident: NewIncident, outcome: Outcome): void {
    const { incidents, clock, rules = clock } = this.#parts
    incidents.end(incident.id, (incident.kind === 'late-start' ? rules : clock).now(), outcome)
    this.#open.delete(keyOf(incident))
    this.#listeners.tell()
  }

  /** It turned out to be none. */
  withdraw(incident: NewIncident): void {
    this.#parts.incidents.remove(incident.id)
    this.#open.delete(keyOf(incident))
    this.#listeners.tell()
  }

  /** What an earlier run of the service left open broke off with it. Called before its connections are ended. */
  recover(): void {
    const { incidents, connections, channels, transactions, clock } = this.#parts
    const { steps } = lost({ at: clock.now(), reason: 'service-lost' })
    transactions.transaction(() => {
      const known = [...this.#open.values()].filter(({ kind }) => kind !== 'late-start')
      for (const incident of known) {
        const { channelId, beganAt } = incident
        // Without HLS it may be the end of somebody who watched.
        const isRelay = channelId !== null && channels.find(channelId)?.kind === 'webrtc'
        const closed = channelId && !isRelay && connections.lastEnd(channelId)
        const then = closed && closed.at >= beganAt ? lost(closed).steps : steps
        this.end(this.#withSteps(incident, then), 'ended')
      }
      for (const { lastKnownAt: beganAt, ...broadcast } of incidents.brokenOff()) {
        if (known.some(({ channelId }) => channelId === broadcast.channelId)) continue
        const about = { kind: 'picture-stopped', scheduleId: null, viewers: 0 } as const
        this.end(this.begin({ ...broadcast, ...about, beganAt, steps }), 'ended')
      }
    })
  }

  #look(channelId: ChannelId): void {
    const { channels, broadcasts, clock } = this.#parts
    const activity = broadcasts.activity(channelId)
    const before = this.#seen.get(channelId)
    const isOnAir = isBroadcast(activity)
    if (!before && !isOnAir) return
    const channel = channels.find(channelId)
    const about = (kind: ChannelLoss) => this.#open.get(keyOf({ kind, channelId, scheduleId: null }))
    const wasOpen = about('picture-stopped') !== undefined
    const found = channel ? findings(activity, renditionsOf(channel), clock.now()) : []
    const losses = lossesOf(activity, found, clock.now())
    for (const kind of CHANNEL_LOSSES) {
      const [open, loss] = [about(kind), losses[kind]]
      if (open) this.#goOn(open, activity, loss)
      else if (loss?.begins && channel) this.#beginLoss(kind, channel, activity, loss)
    }
    if (isOnAir) {
      this.#seen.set(channelId, activity)
      return
    }
    this.#seen.delete(channelId)
    const { lastEnd } = activity
    // Its playlists ended with it: nobody had waited for it to come back.
    if (!before || wasOpen || !channel || lastEnd === null || !isBreak(lastEnd.reason)) return
    this.end(this.#beginLoss('picture-stopped', channel, before, lost(lastEnd)), 'ended')
  }

  /** What has become of one that goes on. */
  #goOn(open: NewIncident, activity: ChannelActivity, loss: Loss | null): void {
    const { onAirSince, lastEnd, connections } = activity
    if (loss) {
      this.#withSteps(open, loss.steps)
      return
    }
    if (onAirSince !== null) {
      // What goes from client to client is seen as it comes: nothing bridges a pause of it.
      const wasBridged = connections.length > 0 && open.steps.every(({ kind: step }) => step === 'silent')
      return wasBridged ? this.withdraw(open) : this.end(open, 'back')
    }
    const ended = lastEnd && lastEnd.at >= open.beganAt ? lost(lastEnd).steps : []
    this.end(this.#withSteps(open, ended), 'ended')
  }

  #beginLoss(kind: ChannelLoss, channel: Channel, activity: ChannelActivity, loss: Loss): NewIncident {
    const { systemId, channelId, name } = channel
    const [newest] = activity.connections
    return this.begin({
      ...{
        systemId,
        kind,
        channelId,
        scheduleId: null,
        name,
        encoder: newest?.encoder ?? activity.relayed?.client ?? '',
      },
      ...{ beganAt: loss.since, viewers: activity.viewers, steps: loss.steps },
    })
  }

  /** @returns the incident with those steps that it does not have yet */
  #withSteps(incident: NewIncident, steps: readonly IncidentStep[]): NewIncident {
    const more = steps.filter(({ kind }) => !incident.steps.some((known) => known.kind === kind))
    if (more.length === 0) return incident
    const longer = { ...incident, steps: [...incident.steps, ...more] }
    this.#parts.incidents.setSteps(incident.id, longer.steps)
    this.#open.set(keyOf(longer), longer)
    this.#listeners.tell()
    return longer
  }
}

const keyOf = ({ kind, channelId, scheduleId }: Pick<NewIncident, 'kind' | 'channelId' | 'scheduleId'>) =>
  `${kind} ${scheduleId ?? channelId}`
