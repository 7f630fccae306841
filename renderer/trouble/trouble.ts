/** Everything that is wrong now in one list, worst first, then newest first. Pure. */
import type { DestinationView } from '../../service/contract/console/destinations.ts'
import type { WebhookEndpoint } from '../../service/contract/console/webhooks.ts'
import type { ChannelView, Finding } from '../../service/contract/console/channel-view.ts'
import type {
  EngineView,
  FailingWebhooks,
  OperatedEngine,
  UnknownKey,
} from '../../service/contract/console/engine-view.ts'
import type { LoadView } from '../../service/contract/console/load.ts'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import type { PlannedSchedule } from '../../service/contract/console/schedules.ts'

interface Common {
  readonly key: string
  readonly severity: 'fail' | 'warn'
  /** Milliseconds since 1970; null where it is not known. */
  readonly since: number | null
}
type Close = NonNullable<ChannelView['lastClose']>
type Trouble = NonNullable<DestinationView['trouble']>

export type Entry = Common &
  (
    | { readonly kind: 'finding'; readonly channel: ChannelView; readonly finding: Finding }
    /** This computer is too busy for what runs. */
    | { readonly kind: 'overload'; readonly load: LoadView; readonly of: 'cpu' | 'memory' }
    /** An encoder tries a stream key of no channel. */
    | { readonly kind: 'unknownKey'; readonly unknown: UnknownKey }
    /** An encoder tries to send, and is refused. */
    | { readonly kind: 'refused'; readonly channel: ChannelView; readonly close: Close }
    /** Its time is over, and viewers still get it. */
    | { readonly kind: 'overrun'; readonly schedule: PlannedSchedule }
    | { readonly kind: 'webhook'; readonly endpoint: WebhookEndpoint }
    | { readonly kind: 'uploads'; readonly destination: DestinationView; readonly trouble: Trouble }
    /** Only their number is known: who looks may not see more, or it was not read yet. */
    | { readonly kind: 'webhooks'; readonly webhooks: FailingWebhooks; readonly askOperator: boolean }
    | { readonly kind: 'destinations'; readonly count: number; readonly askOperator: boolean }
  )

export interface Known {
  readonly channels: readonly ChannelView[]
  readonly engine: Pick<
    EngineView,
    'webhooks' | 'archive' | 'incidents' | 'load' | 'unknownKey' | 'overrun'
  > | null
  /** Null where they are not known. */
  readonly endpoints: readonly WebhookEndpoint[] | null
  readonly destinations: readonly DestinationView[] | null
}

export function troubleList({ channels, engine, endpoints, destinations }: Known): readonly Entry[] {
  return [
    ...overloadEntry(engine?.load ?? null),
    ...channels.flatMap((channel) => findingsOf(channel, engine?.incidents ?? [])),
    ...channels.flatMap(refusedEntry),
    ...unknownKeyEntry(engine?.unknownKey ?? null),
    ...(engine?.overrun ?? []).map(overrunEntry),
    ...webhookEntries(engine?.webhooks ?? null, endpoints),
    ...destinationEntries(engine?.archive ?? null, destinations),
  ].sort(worstThenNewest)
}

function overloadEntry(load: LoadView | null): Entry[] {
  if (!load?.overload) return []
  const { since, of } = load.overload
  return [{ kind: 'overload', key: 'overload', severity: 'fail', since, load, of }]
}

const unknownKeyEntry = (unknown: UnknownKey | null): Entry[] =>
  unknown === null
    ? []
    : [{ kind: 'unknownKey', key: 'unknown-key', severity: 'warn', since: unknown.since, unknown }]

/** Encoders try again every few seconds; milliseconds. */
const TRIES_AGAIN_MS = 60_000
/** While the next try is weighed, the last one is still what is known. */
const isTried = ({ state, stateSince }: ChannelView, { at, reason, unsupported }: Close): boolean =>
  state === 'denied' ||
  ((state === 'authorising' || state === 'receiving') &&
    (reason === 'denied' || unsupported !== null) &&
    stateSince - at < TRIES_AGAIN_MS)

/** Who is refused on a WebRTC channel may have wanted only to watch. */
function refusedEntry(channel: ChannelView): Entry[] {
  const { channelId, rtmp, lastClose: close } = channel
  if (rtmp === null || close === null || !isTried(channel, close)) return []
  const key = `refused ${channelId} ${close.reason}`
  return [{ kind: 'refused', key, severity: 'warn', since: null, channel, close }]
}

const overrunEntry = (schedule: PlannedSchedule): Entry => ({
  ...{ kind: 'overrun', key: `overrun ${schedule.scheduleId} ${schedule.endsAt}`, severity: 'warn' },
  ...{ since: schedule.endsAt, schedule },
})

/** What is an incident that goes on is told there. */
function findingsOf(channel: ChannelView, incidents: readonly IncidentView[]): Entry[] {
  const isTold = ({ code }: Finding) =>
    incidents.some((one) => one.overAt === null && one.channelId === channel.channelId && one.kind === code)
  return channel.findings
    .filter((finding) => !isTold(finding))
    .map((finding) => ({
      kind: 'finding',
      key: `${channel.channelId} ${finding.code} ${finding.since}`,
      severity: finding.severity,
      since: finding.since,
      channel,
      finding,
    }))
}

const webhookEntry = (endpoint: WebhookEndpoint): Entry[] =>
  endpoint.failingSince === null
    ? []
    : [
        {
          kind: 'webhook',
          key: endpoint.url,
          severity: 'fail',
          since: endpoint.failingSince,
          endpoint,
        },
      ]

/**
 * Whether webhooks fail, the engine says, here as everywhere; the endpoints name those that it counts. While
 * they were read before it last counted, its number stands for them.
 */
function webhookEntries(webhooks: FailingWebhooks | null, endpoints: Known['endpoints']): Entry[] {
  const named = endpoints?.flatMap(webhookEntry) ?? []
  if (webhooks === null || webhooks.failing === named.length) return named
  if (webhooks.failing === 0) return []
  const { since } = webhooks
  const askOperator = endpoints === null
  return [{ kind: 'webhooks', key: 'webhooks', severity: 'fail', since, webhooks, askOperator }]
}

const uploadEntry = (destination: DestinationView): Entry[] =>
  destination.trouble === null
    ? []
    : [
        {
          kind: 'uploads',
          key: destination.id,
          severity: 'fail',
          since: destination.trouble.since,
          destination,
          trouble: destination.trouble,
        },
      ]

/** The same of destinations: the engine counts, their list names those that it counts. */
function destinationEntries(
  archive: Pick<OperatedEngine['archive'], 'failing'> | null,
  destinations: Known['destinations'],
): Entry[] {
  const named = destinations?.flatMap(uploadEntry) ?? []
  if (archive === null || archive.failing === named.length) return named
  if (archive.failing === 0) return []
  const told = { count: archive.failing, askOperator: destinations === null }
  return [{ kind: 'destinations', key: 'destinations', severity: 'fail', since: null, ...told }]
}

const rank = { fail: 0, warn: 1 } as const
const worstThenNewest = (a: Entry, b: Entry): number =>
  rank[a.severity] - rank[b.severity] || (b.since ?? 0) - (a.since ?? 0) || (a.key < b.key ? -1 : 1)
