import { expect, it } from 'vitest'
import { broadcastStats } from '../../../test/support/broadcast-stats.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { Topics } from '../../platform/topics.ts'
import type { PostResult } from '../webhook/webhook-client.ts'
import type { IngestTopics } from '../media-topics.ts'
import { ATTEMPT_RESULTS, Tally } from './tally.ts'

const id = (text: string) => text as ConnectionId

it('counts what each connection sent once, also after the ingest process was lost', () => {
  const tally = new Tally()
  const ingest = new Topics<IngestTopics>()
  tally.follow(ingest)
  const stats = (...received: [string, number][]) =>
    ingest.tell('connection.stats', {
      connections: received.map(([connectionId, receivedBytes]) =>
        broadcastStats({ connectionId: id(connectionId), receivedBytes }),
      ),
    })
  stats(['A', 100], ['B', 10])
  stats(['A', 150], ['B', 10])
  expect(tally.ingestBytes).toBe(160)
  ingest.tell('connection.closed', { connectionId: id('A'), reason: 'client-closed', receivedBytes: 170 })
  // Another one may have been there for less than a second.
  ingest.tell('connection.closed', { connectionId: id('C'), reason: 'client-closed', receivedBytes: 5 })
  expect(tally.ingestBytes).toBe(185)
  ingest.tell('ingest.lost', { reason: 'media-failed' })
  stats(['B', 7])
  expect(tally.ingestBytes).toBe(192)
})

it('counts attempts of webhooks by how they went, and passes each on', async () => {
  const tally = new Tally()
  const sent = { startedAt: 0, durationMs: 1, requestHeaders: {} }
  const answer = (status: number): PostResult => ({
    ...sent,
    kind: 'answer',
    status,
    headers: {},
    body: Buffer.alloc(0),
    bodyEnd: 'complete',
  })
  const results: PostResult[] = [
    answer(200),
    answer(204),
    answer(302),
    answer(500),
    { ...sent, kind: 'failure', failure: { class: 'dns', text: '' } },
  ]
  const left = [...results]
  const client = tally.counting({
    post: () => Promise.resolve(left.shift() ?? answer(0)),
    close: () => Promise.resolve(),
  })
  const post = { url: '', signature: {}, body: '', timeoutMs: 1 } as Parameters<typeof client.post>[0]
  for (const result of results) expect(await client.post(post)).toBe(result)
  expect(Object.fromEntries(ATTEMPT_RESULTS.map((result) => [result, tally.attempts(result)]))).toEqual({
    ...{ delivered: 2, status: 2, dns: 1, timeout: 0, refused: 0, tls: 0, malformed: 0, blocked: 0 },
  })
})
