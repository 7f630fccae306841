/** The documents of both APIs as they are committed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiDocument } from '../../service/contract/openapi.ts'

async function read(api: 'option' | 'live'): Promise<OpenApiDocument> {
  const path = join(import.meta.dirname, `../../docs/openapi/${api}-api.json`)
  return JSON.parse(await readFile(path, 'utf8')) as OpenApiDocument
}

export async function documents(): Promise<Record<'option' | 'live', OpenApiDocument>> {
  return { option: await read('option'), live: await read('live') }
}
