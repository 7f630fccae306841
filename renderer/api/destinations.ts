/** Where broadcasts are kept: made, listed, tried and deleted. */
import type { z } from 'zod'
import type {
  DestinationList,
  DestinationView,
  LocalFolder,
  TestView,
} from '../../service/contract/console-archive.ts'
import type { createArchiveDestinationResponse } from '../../service/contract/live-api.ts'
import { call } from './http.ts'
import { operation } from './live.ts'

/** What the list is known by among the queries. */
export const DESTINATIONS_KEY = ['destinations'] as const

const path = '/console/api/archive'

/** What the API is asked for; its members depend on the kind of store. */
export type DestinationRequest = Readonly<Record<string, string>> & { readonly bucket_uri: string }

/** Oldest first. */
export const listDestinations = async (): Promise<readonly DestinationView[]> =>
  (await call<DestinationList>({ method: 'GET', path: `${path}/destinations` })).destinations

/** @returns its id @throws ApiError InvalidJSON with each wrong member, ARCHIVE-SECRETS-LOCKED */
export const createDestination = async (request: DestinationRequest): Promise<string> =>
  (
    await operation<z.output<typeof createArchiveDestinationResponse>>(
      'Service_20190205.CreateArchiveDestination',
      request,
    )
  ).archive_destination_id

/** @throws ApiError ARCHIVE-DESTINATION-IN-USE saying by what */
export const deleteDestination = (id: string) =>
  operation<object>('Service_20190205.DeleteArchiveDestination', { archive_destination_id: id })

/** Begins to try values, which need not be saved. @throws ApiError BAD_REQUEST with its members */
export const beginTest = (request: DestinationRequest) =>
  call<TestView>({ method: 'POST', path: `${path}/tests`, body: request })

/** @throws ApiError NOT_FOUND once it is forgotten */
export const readTest = (id: string) =>
  call<TestView>({ method: 'GET', path: `${path}/tests/${encodeURIComponent(id)}` })

/** `file:///…` of the folder that can be a destination at once. */
export const localFolder = async (): Promise<string> =>
  (await call<LocalFolder>({ method: 'GET', path: `${path}/local-folder` })).bucketUri

/** Makes a destination of that folder: nothing to fill in. */
export async function addLocalFolder(): Promise<{ readonly id: string; readonly bucketUri: string }> {
  const bucketUri = await localFolder()
  return { id: await createDestination({ bucket_uri: bucketUri }), bucketUri }
}
