/** What was sent to webhooks and what came back, and sending it again. */
import type {
  FailureClass,
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
  readonly cause?: FailureClass
  readonly byHand?: 'true'
  /** Milliseconds since 1970. */
  readonly from?: number
  readonly to?: number
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

/** What was given up; what every given member fits. */
export type GivenUpFilter = Omit<RedeliverAllRequest, 'state'>

/** How much was given up, and what is still to be sent of what was asked for together. */
export const countGivenUp = (filter: GivenUpFilter) => call(api.webhooks.givenUp, { query: filter })

/** Gives up again what is still to be sent of that. @returns how many events */
export const stopRedelivery = async () => (await call(api.webhooks.stopRedelivery)).count

/** Sends a copy to another URL, once. @returns what came back @throws ApiError BAD_REQUEST, NOT_FOUND */
export const forwardWebhook = ({ id, url }: { readonly id: string; readonly url: string }) =>
  call(api.webhooks.forward, { params: { id }, body: { url } })

/** How an endpoint fared. @throws ApiError NOT_FOUND where nothing was or is sent to it */
export const readEndpoint = (url: string) => call(api.webhooks.endpoint, { query: { url } })

/** Keeps the events of an endpoint, or sends them again. @throws ApiError NOT_FOUND */
export const pauseEndpoint = (body: { readonly url: string; readonly paused: boolean }) =>
  call(api.webhooks.pause, { body })

/** Sends again what was given up. @returns how many events */
export const redeliverGivenUp = async (filter: GivenUpFilter) =>
  (await call(api.webhooks.redeliverAll, { body: { state: 'dead', ...filter } })).count

/** Failing ones first. */
export const listEndpoints = async (): Promise<readonly WebhookEndpoint[]> =>
  (await call(api.webhooks.endpoints)).endpoints
