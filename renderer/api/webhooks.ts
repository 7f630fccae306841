/** What was sent to webhooks and what came back, and sending it again. */
import type {
  RedeliverAllRequest,
  RedeliverAllResponse,
  SampleWebhookRequest,
  SampleWebhookResponse,
  WebhookDetail,
  WebhookEndpoint,
  WebhookEndpoints,
  WebhookList,
  WebhookState,
} from '../../service/contract/console-webhooks.ts'
import { call } from './http.ts'

/** What all of it is known by among the queries. */
export const WEBHOOKS_KEY = ['webhooks'] as const

const path = '/console/api/webhooks'

/** Every member that is given must fit. */
export interface WebhookFilter {
  readonly state?: WebhookState
  readonly channel?: string
  readonly type?: string
  readonly url?: string
  readonly search?: string
}

/** A page, newest first. @param range only events older than `before`; at most `limit` of them */
export function listWebhooks(
  filter: WebhookFilter,
  range: { readonly limit: number; readonly before?: number },
): Promise<WebhookList> {
  const query = new URLSearchParams({ ...filter, limit: String(range.limit) })
  if (range.before !== undefined) query.set('before', String(range.before))
  return call<WebhookList>({ method: 'GET', path: `${path}?${query.toString()}` })
}

const one = (id: string) => `${path}/${encodeURIComponent(id)}`

/** @throws ApiError NOT_FOUND once it is no longer kept */
export const readWebhook = (id: string) => call<WebhookDetail>({ method: 'GET', path: one(id) })

/** Sends an event again, with the same id and body. @throws ApiError NOT_REDELIVERABLE for questions */
export const redeliverWebhook = (id: string) => call<object>({ method: 'POST', path: `${one(id)}/redeliver` })

/** Sends an event that did not happen. @returns its id @throws ApiError BAD_REQUEST, NOT_FOUND */
export const sendSample = async (body: SampleWebhookRequest) =>
  (await call<SampleWebhookResponse>({ method: 'POST', path: `${path}/sample`, body })).id

/** Sends again what was given up. @returns how many events */
export const redeliverGivenUp = async (filter: Pick<RedeliverAllRequest, 'url' | 'channelId'>) =>
  (
    await call<RedeliverAllResponse>({
      method: 'POST',
      path: `${path}/redeliver`,
      body: { state: 'dead', ...filter } satisfies RedeliverAllRequest,
    })
  ).count

/** Failing ones first. */
export const listEndpoints = async (): Promise<readonly WebhookEndpoint[]> =>
  (await call<WebhookEndpoints>({ method: 'GET', path: `${path}/endpoints` })).endpoints
