import type { Example, MediaType, OpenApiDocument } from '../../service/contract/openapi.ts'
import { resolve } from './references.ts'

/** The examples of a body; the name is empty where there is only one. */
export function bodyExamples(
  document: OpenApiDocument,
  body: MediaType | null | undefined,
): { readonly name: string; readonly value: unknown }[] {
  if (!body) return []
  if (body.example !== undefined) return [{ name: '', value: body.example }]
  return Object.entries(body.examples ?? {}).map(([name, example]) => ({
    name,
    value: resolve<Example>(document, example).value,
  }))
}
