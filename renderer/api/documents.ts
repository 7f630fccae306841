/** The published documents of both APIs. */
import type { OpenApiDocument } from '../../service/contract/openapi.ts'
import { call } from './http.ts'

export type ApiName = 'option' | 'live'
export type ApiDocuments = Readonly<Record<ApiName, OpenApiDocument>>

/** Where the document of an API is read and downloaded. */
export const documentPath = (api: ApiName) => `/console/api/openapi/${api}.json`

/** @throws ApiError when one of them can't be had */
export async function readDocuments(): Promise<ApiDocuments> {
  const read = (api: ApiName) => call<OpenApiDocument>({ method: 'GET', path: documentPath(api) })
  const [option, live] = await Promise.all([read('option'), read('live')])
  return { option, live }
}
