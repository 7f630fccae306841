import type { MediaType, OpenApiDocument, Parameter, Reference } from '../../../contract/openapi.ts'

/** What differs between the committed documents and those of an installation. */
export interface Publication {
  /** Of the application. */
  readonly version: string
  /** Where the API is reached, without a slash at the end. */
  readonly baseUrl: string
}

/** The frame that the documents share. */
export function frameOf(
  { version, baseUrl }: Publication,
  title: string,
  summary: string,
  description: string,
): Pick<OpenApiDocument, 'openapi' | 'info' | 'servers'> {
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      summary,
      description,
      license: { name: 'GNU General Public License v3.0 or later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: baseUrl, description: 'This machine.' }],
  }
}

export const json = (mediaType: MediaType) => ({ 'application/json': mediaType })

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of the caller, for example a UUID. A repeated request with the same key gets the first answer again for 24 hours, and nothing is created twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

export const idempotencyKey: Reference = { $ref: '#/components/parameters/IdempotencyKey' }
