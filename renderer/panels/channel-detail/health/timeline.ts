/** What happened on a channel: what the engine noticed, and what was sent to webhooks. Pure. */
import type { HealthEvent, HealthView, PastSession } from '../../../../service/contract/console/health.ts'
import type { WebhookSummary } from '../../../../service/contract/console/webhooks.ts'

export type TimelineEntry =
  | { readonly at: number; readonly kind: 'health'; readonly event: HealthEvent }
  | { readonly at: number; readonly kind: 'webhook'; readonly webhook: WebhookSummary }

/** Newest first. */
export function timeline(
  events: readonly HealthEvent[],
  webhooks: readonly WebhookSummary[],
): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events.map((event) => ({ at: event.at, kind: 'health' as const, event })).reverse(),
    ...webhooks.map((webhook) => ({ at: webhook.createdAt, kind: 'webhook' as const, webhook })),
  ]
  return entries.sort((a, b) => b.at - a.at)
}

/** An authentication webhook is asked before the connection that begins a session; milliseconds. */
const BEFORE_MS = 10_000

/** Those of a session: until the next one begins. @param sessions newest first */
export function webhooksIn(
  sessions: readonly PastSession[],
  shown: PastSession,
  webhooks: readonly WebhookSummary[],
): readonly WebhookSummary[] {
  const next = sessions[sessions.indexOf(shown) - 1]
  const until = next === undefined ? Infinity : next.startedAt - BEFORE_MS
  const from = shown.startedAt - BEFORE_MS
  return webhooks.filter(({ createdAt }) => from <= createdAt && createdAt < until)
}

/** A moment that the graphs mark; its name is the text `health.mark.<name>`. */
export interface GraphMark {
  readonly at: number
  readonly name: 'opened' | 'closed' | 'starving' | 'noSignal' | 'restarted' | 'gap' | 'webhook'
}

/** What may explain a curve, oldest first. The beginning of the session is no mark. */
export function marksOf(
  { events, startedAt }: Pick<HealthView, 'events' | 'startedAt'>,
  webhooks: readonly WebhookSummary[],
): readonly GraphMark[] {
  const marks = events.flatMap((event): GraphMark[] => {
    const name = nameOf(event, startedAt ?? 0)
    return name === null ? [] : [{ at: event.at, name }]
  })
  const failed = webhooks
    .filter(({ kind, lastErrorClass }) => kind === 'event' && lastErrorClass !== null)
    .map(({ createdAt }) => ({ at: createdAt, name: 'webhook' as const }))
  return [...marks, ...failed].sort((a, b) => a.at - b.at)
}

function nameOf(event: HealthEvent, startedAt: number): GraphMark['name'] | null {
  switch (event.kind) {
    case 'connection-opened':
      return event.at > startedAt + 1000 ? 'opened' : null
    case 'connection-closed':
      return 'closed'
    case 'transcoder-restarted':
      return 'restarted'
    case 'state':
      return event.state === 'starving' ? 'starving' : event.state === 'no-signal' ? 'noSignal' : null
    case 'finding-raised':
      return event.finding.code === 'network-gap' ? 'gap' : null
    case 'finding-cleared':
      return null
  }
}
