/** What was sent to webhooks and what came back, and sending it again. */
import type {
  RedeliverAllRequest,
  SampleWebhookRequest,
  WebhookEndpoint,
  WebhookList,
  WebhookState,
} from '../../service/contract/console/webhooks.ts'
import { api, call } from './client.ts'

/** What all of it is known by among the queries. */
export const WEBHOOKS_KEY = ['webhooks'] as const

/** Every member that is given must fit. */
export interface WebhookFilter {
  readonly state?: WebhookState
  readonly channel?: string
  readonly type?: string
  readonly url?: string
  readonly search?: string
}

/** A page, newest first. @param range only events older than `before`; at most `limit` of them */
export const listWebhooks = (
  filter: WebhookFilter,
  range: { readonly limit: number; readonly before?: number },
): Promise<WebhookList> => call(api.webhooks.list, { query: { ...filter, ...range } })

/** @throws ApiError NOT_FOUND once it is no longer kept */
export const readWebhook = (id: string) => call(api.webhooks.find, { params: { id } })

/** Sends an event again, with the same id and body. @throws ApiError NOT_REDELIVERABLE for questions */
export const redeliverWebhook = (id: string) => call(api.webhooks.redeliver, { params: { id } })

/** Sends an event that did not happen. @returns its id @throws ApiError BAD_REQUEST, NOT_FOUND */
export const sendSample = async (body: SampleWebhookRequest) =>
  (await call(api.webhooks.sendSample, { body })).id

/** Sends again what was given up. @returns how many events */
export const redeliverGivenUp = async (filter: Pick<RedeliverAllRequest, 'url' | 'channelId'>) =>
  (await call(api.webhooks.redeliverAll, { body: { state: 'dead', ...filter } })).count

/** Failing ones first. */
export const listEndpoints = async (): Promise<readonly WebhookEndpoint[]> =>
  (await call(api.webhooks.endpoints)).endpoints
