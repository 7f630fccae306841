import type {
  HealthEvent,
  HealthKind,
  HealthView,
  Measure,
  SessionFinding,
} from '../../contract/console/health.ts'
import { MEASURES } from '../../contract/console/health.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelState, Finding } from '../../contract/console/channel-view.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { blamesEncoder } from '../connection/findings.ts'
import { Measurements } from './measurements.ts'

const KEPT_EVENTS = 500
const KEPT_FINDINGS = 100

/** A channel as it is at one moment. */
export interface Look {
  readonly at: EpochMilliseconds
  /** Those that send, or are connected. */
  readonly connections: readonly {
    readonly connectionId: string
    readonly remoteAddress: string
    readonly since: EpochMilliseconds
  }[]
  /** How the last connection ended; null where it is not told. */
  readonly lastEnd: { readonly at: EpochMilliseconds; readonly reason: CloseReason } | null
  /** False when nothing is connected and no playlist waits for an encoder. */
  readonly running: boolean
  readonly state: ChannelState
  readonly stateSince: EpochMilliseconds | null
  /** Of the newest connection. */
  readonly restarts: number
  readonly findings: readonly Finding[]
  /** False while this computer may be the cause of what encoders are blamed for otherwise. */
  readonly blamesEncoders: boolean
  /** What was measured; null where nothing new was. */
  readonly measured: Readonly<Partial<Record<Measure, number | null>>> | null
}

type Happening = HealthEvent extends infer One
  ? One extends HealthEvent
    ? Omit<One, 'id' | 'at'>
    : never
  : never

/** From the first connection of a channel to the end of its playlist: measurements, events and findings. */
export class HealthSession {
  readonly startedAt: EpochMilliseconds
  readonly kind: HealthKind
  readonly #measurements: Measurements
  readonly #keep: (event: HealthEvent) => void
  /** With when they were noticed, which may be later than when they were. */
  #events: { readonly noticedAt: EpochMilliseconds; readonly event: HealthEvent }[] = []
  /** Newest first. */
  #findings: SessionFinding[] = []
  #before: Look | null = null
  #eventId = 0
  #endedAt: EpochMilliseconds | null = null

  /** @param keep is told of each event before anybody else */
  constructor(kind: HealthKind, startedAt: EpochMilliseconds, keep: (event: HealthEvent) => void) {
    this.kind = kind
    this.#keep = keep
    this.startedAt = startedAt
    this.#measurements = new Measurements(kind)
  }

  get endedAt(): EpochMilliseconds | null {
    return this.#endedAt
  }

  /** Takes in how the channel is now; what is different from before is an event. */
  take(look: Look): void {
    this.#compareConnections(look)
    if (look.restarts > (this.#before?.restarts ?? 0))
      this.#happened(look, look.at, { kind: 'transcoder-restarted' })
    if (look.state !== this.#before?.state) {
      // What a state goes back to may have begun long ago.
      const began = look.stateSince ?? look.at
      const at = began >= (this.#before?.at ?? 0) ? began : look.at
      this.#happened(look, at, { kind: 'state', state: look.state })
    }
    this.#compareFindings(look)
    const { measured } = look
    if (measured) {
      const values = MEASURES[this.kind].map((measure) => measured[measure] ?? null)
      this.#measurements.add({ at: look.at, values })
    }
    this.#before = look
    if (!look.running) this.#endedAt = look.at
  }

  /** What is not older than `since`. */
  view(
    since: EpochMilliseconds,
  ): Pick<HealthView, 'kind' | 'startedAt' | 'endedAt' | 'recent' | 'session' | 'events' | 'findings'> {
    // A console that asks again says when it asked last, and gets what came in that very millisecond twice.
    const after = since - 1
    return {
      kind: this.kind,
      startedAt: this.startedAt,
      endedAt: this.#endedAt,
      recent: this.#measurements.recent(after),
      session: this.#measurements.session(after),
      events: this.#events.filter(({ noticedAt }) => noticedAt > after).map(({ event }) => event),
      findings: this.#findings,
    }
  }

  #compareConnections(look: Look): void {
    const before = this.#before?.connections ?? []
    const isIn = (those: Look['connections'], id: string) => those.some((c) => c.connectionId === id)
    for (const { connectionId } of before) {
      if (isIn(look.connections, connectionId)) continue
      const { at, reason } = look.lastEnd ?? { at: look.at, reason: null }
      this.#happened(look, at, { kind: 'connection-closed', connectionId, reason })
    }
    for (const { connectionId, remoteAddress, since } of look.connections) {
      if (isIn(before, connectionId)) continue
      this.#happened(look, since, { kind: 'connection-opened', connectionId, remoteAddress })
    }
  }

  /** One that holds since another moment is another one. */
  #compareFindings(look: Look): void {
    const isSame = (a: Finding, b: Finding) => a.code === b.code && a.since === b.since
    this.#findings = this.#findings.map((known) => {
      if (known.clearedAt !== null) return known
      const now = look.findings.find((finding) => isSame(finding, known))
      if (now) return { ...now, clearedAt: null, withdrawn: false }
      const { clearedAt: _, withdrawn: __, ...finding } = known
      const withdrawn = !look.blamesEncoders && blamesEncoder(finding.code)
      this.#happened(look, look.at, { kind: 'finding-cleared', finding, withdrawn })
      return { ...known, clearedAt: look.at, withdrawn }
    })
    for (const finding of look.findings) {
      if (this.#findings.some((known) => known.clearedAt === null && isSame(known, finding))) continue
      this.#findings.unshift({ ...finding, clearedAt: null, withdrawn: false })
      this.#happened(look, finding.since, { kind: 'finding-raised', finding })
    }
    this.#findings = this.#findings.filter((f, i) => f.clearedAt === null || i < KEPT_FINDINGS)
  }

  #happened({ at: noticedAt }: Look, at: EpochMilliseconds, happening: Happening): void {
    const event: HealthEvent = { id: ++this.#eventId, at, ...happening }
    this.#keep(event)
    this.#events.push({ noticedAt, event })
    if (this.#events.length > KEPT_EVENTS) this.#events = this.#events.slice(-KEPT_EVENTS)
  }
}
