/** Local addresses that webhooks are sent to for a try, and what arrived there. */
import type {
  CatcherSampleRequest,
  CatcherView,
  CaughtRequest,
  NewCatcher,
  Script,
} from '../../service/contract/console/catchers.ts'
import { api, call } from './client.ts'

/** What all of it is known by among the queries. */
export const CATCHERS_KEY = ['catchers'] as const

/** By name. */
export const listCatchers = async (): Promise<readonly CatcherView[]> =>
  (await call(api.catchers.list)).catchers

/** @throws ApiError BAD_REQUEST, NAME_TAKEN, TOO_MANY_CATCHERS */
export const createCatcher = (body: NewCatcher) => call(api.catchers.create, { body })

/** @throws ApiError BAD_REQUEST, NOT_FOUND */
export const changeCatcher = (name: string, body: Script) =>
  call(api.catchers.change, { params: { name }, body })

/** With what arrived there. @throws ApiError NOT_FOUND */
export const deleteCatcher = (name: string) => call(api.catchers.remove, { params: { name } })

/** Sends it an event that did not happen. @returns its id @throws ApiError NOT_FOUND */
export const sendCatcherSample = async (name: string, body: CatcherSampleRequest) =>
  (await call(api.catchers.sendSample, { params: { name }, body })).id

/** Newest first. @throws ApiError NOT_FOUND */
export const listCaught = async (name: string): Promise<readonly CaughtRequest[]> =>
  (await call(api.catchers.requests, { params: { name } })).requests

/** @throws ApiError NOT_FOUND once it is no longer kept */
export const readCaught = (name: string, sequence: string) =>
  call(api.catchers.request, { params: { name, sequence } })
