/** The published documents of the APIs. */
import { addressOf } from '../../service/contract/console/request.ts'
import type { OpenApiDocument } from '../../service/contract/openapi.ts'
import { api, call } from './client.ts'

export type ApiName = 'option' | 'live'
/** That of the console's own API is only downloaded. */
export type DocumentName = ApiName | 'console'
export type ApiDocuments = Readonly<Record<ApiName, OpenApiDocument>>

/** Where the document of an API is read and downloaded. */
export const documentPath = (name: DocumentName) => addressOf(api.documents[name])

/** @throws ApiError when one of them can't be had */
export async function readDocuments(): Promise<ApiDocuments> {
  const [option, live] = await Promise.all([call(api.documents.option), call(api.documents.live)])
  return { option, live }
}
