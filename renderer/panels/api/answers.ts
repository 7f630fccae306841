/** The answers of an operation: those that say it is done, and a table of refusals. Pure. */
import type { Example, MediaType, Response } from '../../../service/contract/openapi.ts'
import type { Entry } from '../../explorer/catalog.ts'
import { resolve } from '../../explorer/references.ts'

export interface Answer {
  readonly status: string
  readonly response: Response
  /** Null where the body is not read. */
  readonly body: MediaType | null
}

export interface Refusal {
  readonly code: string
  readonly status: string
  readonly meaning: string
  /** An answer with this code; undefined where the document has none. */
  readonly example: unknown
}

function answersOf({ document, operation }: Entry): Answer[] {
  return Object.entries(operation.responses).map(([status, value]) => {
    const response = resolve<Response>(document, value)
    return { status, response, body: response.content?.['application/json'] ?? null }
  })
}

export const successes = (entry: Entry): Answer[] =>
  answersOf(entry).filter(({ status }) => !isRefusal(status))

/** By status, as the document lists them. */
export function refusals(entry: Entry): Refusal[] {
  return answersOf(entry)
    .filter(({ status }) => isRefusal(status))
    .flatMap(({ status, response, body }) => {
      const examples = Object.entries(body?.examples ?? {})
      if (examples.length === 0) {
        return [{ code: '', status, meaning: response.description, example: body?.example }]
      }
      return examples.map(([code, value]) => {
        const example = resolve<Example>(entry.document, value)
        return { code, status, meaning: example.summary ?? response.description, example: example.value }
      })
    })
}

const isRefusal = (status: string) => /^[45]/.test(status)
