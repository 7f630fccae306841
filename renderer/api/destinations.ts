/** Where broadcasts are kept: made, listed, tried and deleted. */
import type { DestinationView } from '../../service/contract/console/destinations.ts'
import { api, call } from './client.ts'
import { operation } from './live.ts'

/** What the list is known by among the queries. */
export const DESTINATIONS_KEY = ['destinations'] as const

/** What the API is asked for; its members depend on the kind of store. */
export type DestinationRequest = Readonly<Record<string, string>> & { readonly bucket_uri: string }

/** Oldest first. */
export const listDestinations = async (): Promise<readonly DestinationView[]> =>
  (await call(api.destinations.list)).destinations

/** @returns its id @throws ApiError InvalidJSON with each wrong member, ARCHIVE-SECRETS-LOCKED */
export const createDestination = async (request: DestinationRequest): Promise<string> =>
  (await operation('Service_20190205.CreateArchiveDestination', request)).archive_destination_id

/** @throws ApiError ARCHIVE-DESTINATION-IN-USE saying by what */
export const deleteDestination = (id: string) =>
  operation('Service_20190205.DeleteArchiveDestination', { archive_destination_id: id })

/** @param credentials by member of the request @throws ApiError NOT_FOUND, BAD_REQUEST with each wrong member */
export const changeCredentials = (id: string, credentials: Readonly<Record<string, string>>) =>
  call(api.destinations.changeCredentials, { params: { id }, body: credentials })

/** Begins to try values, which need not be saved. @throws ApiError BAD_REQUEST with its members */
export const beginTest = (body: DestinationRequest) => call(api.destinations.beginTest, { body })

/** Begins to try a saved one; its secrets stay in the service. @throws ApiError NOT_FOUND */
export const beginSavedTest = (id: string) => call(api.destinations.beginSavedTest, { params: { id } })

/** @throws ApiError NOT_FOUND once it is forgotten */
export const readTest = (id: string) => call(api.destinations.test, { params: { id } })

/** `file:///…` of the folder that can be a destination at once. */
export const localFolder = async (): Promise<string> => (await call(api.destinations.localFolder)).bucketUri

/** Makes a destination of that folder: nothing to fill in. */
export async function addLocalFolder(): Promise<{ readonly id: string; readonly bucketUri: string }> {
  const bucketUri = await localFolder()
  return { id: await createDestination({ bucket_uri: bucketUri }), bucketUri }
}
