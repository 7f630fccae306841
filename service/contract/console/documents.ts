/** The published documents of the APIs, as of this installation. */
import { z } from 'zod'
import type { OpenApiDocument } from '../openapi.ts'
import { json } from './route.ts'

/** Only that it is one: a linter checks the documents themselves. */
const openApiDocument = z.looseObject({
  openapi: z.literal('3.1.0'),
}) as unknown as z.ZodType<OpenApiDocument, object>

const path = '/console/api/openapi'

export const documentApi = {
  option: json({
    method: 'GET',
    path: `${path}/option.json`,
    who: 'signed-in',
    summary: 'The OpenAPI document of the option API.',
    answer: openApiDocument,
  }),
  console: json({
    method: 'GET',
    path: `${path}/console.json`,
    who: 'signed-in',
    summary: "The OpenAPI document of the console's own API, this one.",
    answer: openApiDocument,
  }),
  live: json({
    method: 'GET',
    path: `${path}/live.json`,
    who: 'signed-in',
    summary: 'The OpenAPI document of the live API.',
    answer: openApiDocument,
  }),
}
