/** Local addresses that webhooks are sent to for a try, and what arrived there. */
import type {
  CatcherList,
  CatcherSampleRequest,
  CatcherView,
  CaughtRequest,
  CaughtRequestDetail,
  CaughtRequests,
  NewCatcher,
  Script,
} from '../../service/contract/console-catchers.ts'
import type { SampleWebhookResponse } from '../../service/contract/console-webhooks.ts'
import { call } from './http.ts'

/** What all of it is known by among the queries. */
export const CATCHERS_KEY = ['catchers'] as const

const path = '/console/api/catchers'
const one = (name: string) => `${path}/${encodeURIComponent(name)}`

/** By name. */
export const listCatchers = async (): Promise<readonly CatcherView[]> =>
  (await call<CatcherList>({ method: 'GET', path })).catchers

/** @throws ApiError BAD_REQUEST, NAME_TAKEN, TOO_MANY_CATCHERS */
export const createCatcher = (body: NewCatcher) => call<CatcherView>({ method: 'POST', path, body })

/** @throws ApiError BAD_REQUEST, NOT_FOUND */
export const changeCatcher = (name: string, body: Script) =>
  call<CatcherView>({ method: 'PUT', path: one(name), body })

/** With what arrived there. @throws ApiError NOT_FOUND */
export const deleteCatcher = (name: string) => call<object>({ method: 'DELETE', path: one(name) })

/** Sends it an event that did not happen. @returns its id @throws ApiError NOT_FOUND */
export const sendCatcherSample = async (name: string, body: CatcherSampleRequest) =>
  (await call<SampleWebhookResponse>({ method: 'POST', path: `${one(name)}/sample`, body })).id

/** Newest first. @throws ApiError NOT_FOUND */
export const listCaught = async (name: string): Promise<readonly CaughtRequest[]> =>
  (await call<CaughtRequests>({ method: 'GET', path: `${one(name)}/requests` })).requests

/** @throws ApiError NOT_FOUND once it is no longer kept */
export const readCaught = (name: string, sequence: string) =>
  call<CaughtRequestDetail>({
    method: 'GET',
    path: `${one(name)}/requests/${encodeURIComponent(sequence)}`,
  })
