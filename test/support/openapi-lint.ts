/** Lints an OpenAPI document with the recommended rules of Redocly; all of them hold, none is turned off. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { OpenApiDocument } from '../../service/contract/openapi.ts'

/** What is wrong or doubtful in a document, one line each: rule, place, message. */
export async function lintDocument(document: OpenApiDocument): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'document.json',
    config,
  })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`,
  )
}
