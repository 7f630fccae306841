/** Lints an OpenAPI document with the recommended rules of Redocly; all of them hold, none is turned off. */
import { createRequire } from 'node:module'
import type { OpenApiDocument } from '../../service/contract/openapi.ts'

/** What is used of it. Its own types take the compiler longer than all of ours in `service/control`. */
interface Redocly {
  createConfig(config: { readonly extends: readonly string[] }): Promise<object>
  lintFromString(options: {
    readonly source: string
    readonly absoluteRef: string
    readonly config: object
  }): Promise<
    readonly {
      readonly ruleId: string
      readonly message: string
      readonly location: readonly { readonly pointer?: string }[]
    }[]
  >
}

/** What is wrong or doubtful in a document, one line each: rule, place, message. */
export async function lintDocument(document: OpenApiDocument): Promise<string[]> {
  const { createConfig, lintFromString } = createRequire(import.meta.url)('@redocly/openapi-core') as Redocly
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
