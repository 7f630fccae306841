/** Catchers of the console in states that are shown on pictures and checked for accessibility. */
import type {
  CatcherView,
  CaughtRequest,
  CaughtRequestDetail,
} from '../../service/contract/console/catchers.ts'
import { retryingDetail } from './console-webhook-scenes.ts'
import { SCENE_NOW } from './console-scenes.ts'

const catcher = (name: string, fields: Partial<CatcherView> = {}): CatcherView => ({
  ...{ name, url: `http://127.0.0.1:9080/hooks/${name}`, answer: { kind: 'allow' }, delayMs: 0 },
  ...{ requests: 0, lastArrivedAt: null },
  ...fields,
})

export const catchers: readonly CatcherView[] = [
  catcher('expired-pass', { answer: { kind: 'refuse', reason: 'expired pass' }, requests: 3 }),
  catcher('live', { requests: 24, lastArrivedAt: SCENE_NOW - 4000 }),
  catcher('slow-and-broken-for-the-big-rehearsal', {
    answer: { kind: 'custom', status: 503, body: '{"error":"closed"}' },
    delayMs: 12_000,
    requests: 100,
  }),
]

const TYPES = ['connection.updated', 'connection.updated', 'auth', 'connection.created', null] as const

export const caught: readonly CaughtRequest[] = Array.from({ length: 24 }, (_, index) => ({
  sequence: 240 - index,
  arrivedAt: SCENE_NOW - 4000 - index * 47_000,
  type: TYPES[index % TYPES.length] ?? null,
  webhookId: index === 0 ? retryingDetail.id : null,
  status: 200,
  bodyBytes: 210 + index * 13,
}))

/** The newest, with credentials that somebody sent along. */
export const caughtDetail: CaughtRequestDetail = {
  ...(caught[0] as CaughtRequest),
  query: 'tenant=***',
  headers: {
    ...retryingDetail.attemptsMade[0]?.requestHeaders,
    authorization: '***',
    host: '127.0.0.1:9080',
  },
  body: retryingDetail.body,
}
