/** Holds real answers against the published JSON Schemas, by a validator that is not the service's own. */
import type {
  HttpMethod,
  OpenApiDocument,
  PublishedOperation,
  Reference,
  Response,
} from '../../service/contract/openapi.ts'
import { lintDocument } from './openapi-lint.ts'

/** One answer of a running service. */
export interface RealAnswer {
  /** Path in the document. */
  readonly path: string
  readonly method: HttpMethod
  readonly status: number
  readonly body: unknown
}

interface Answering extends Omit<PublishedOperation, 'responses'> {
  readonly responses: Record<string, Response | Reference>
}

/**
 * What is wrong with the answers, one line each. The linter checks examples against their schemas, so the
 * answers become examples in a copy of the document.
 * @throws Error for a path, method or status that the document does not have
 */
export function faultsOfAnswers(
  document: OpenApiDocument,
  answers: readonly RealAnswer[],
): Promise<string[]> {
  const paths = structuredClone(document.paths) as Record<string, Partial<Record<HttpMethod, Answering>>>
  answers.forEach(({ path, method, status, body }, i) => {
    const responses = paths[path]?.[method]?.responses
    const published = responses?.[String(status)]
    if (!responses || !published) throw new Error(`${method} ${path} has no ${status} in the document`)
    const response = '$ref' in published ? componentOf(document, published.$ref) : published
    const media = response.content?.['application/json']
    if (!media) throw new Error(`${method} ${path} ${status} has no body in the document`)
    const examples = { ...media.examples, [`answer${i}`]: { value: body } }
    responses[String(status)] = {
      ...response,
      content: { 'application/json': { schema: media.schema, examples } },
    }
  })
  return lintDocument({ ...document, paths })
}

function componentOf(document: OpenApiDocument, reference: string): Response {
  const response = document.components.responses[reference.replace('#/components/responses/', '')]
  if (!response) throw new Error(`${reference} leads nowhere`)
  return response
}
