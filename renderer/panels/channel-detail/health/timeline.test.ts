import { expect, it } from 'vitest'
import type { HealthEvent, PastSession } from '../../../../service/contract/console/health.ts'
import type { WebhookSummary } from '../../../../service/contract/console/webhooks.ts'
import { timeline, webhooksIn } from './timeline.ts'

const session = (id: number, startedAt: number, endedAt: number | null): PastSession => ({
  ...{ id, startedAt, endedAt, encoder: '', connections: 1, receivedBytes: 0, findings: 0 },
})
const webhook = (createdAt: number) => ({ id: String(createdAt), createdAt }) as WebhookSummary

it('a session has the webhooks until the next one, with the question that was asked before it began', () => {
  const [third, second, first] = [
    session(3, 300_000, null),
    session(2, 200_000, 250_000),
    session(1, 100_000, 150_000),
  ]
  const webhooks = [340_000, 291_000, 280_000, 199_000, 140_000, 50_000].map(webhook)
  const of = (shown: PastSession) =>
    webhooksIn([third, second, first], shown, webhooks).map(({ createdAt }) => createdAt)
  expect([of(third), of(second), of(first)]).toEqual([[340_000, 291_000], [280_000, 199_000], [140_000]])
})

it('tells events and webhooks together, newest first', () => {
  const state = (id: number, at: number): HealthEvent => ({ id, at, kind: 'state', state: 'playable' })
  expect(timeline([state(1, 10), state(2, 30)], [webhook(20)]).map(({ at, kind }) => [at, kind])).toEqual([
    [30, 'health'],
    [20, 'webhook'],
    [10, 'health'],
  ])
})
