import { STATUS_CODES } from 'node:http'
import type { ErrorSpec } from '../../../contract/errors.ts'
import type { Example, Header, JsonSchema, Reference, Response } from '../../../contract/openapi.ts'

/** The errors of one API, as they are published. */
export interface ErrorTable<Code extends string> {
  readonly specs: Readonly<Record<Code, ErrorSpec>>
  /** The errors of one status among these are one component, for the operations that have them all. */
  readonly shared: readonly Code[]
  /** Name of the schema component. */
  readonly schema: string
  /** An answer with this code. */
  body(code: Code): object
}

/** The responses of one document that report errors, each written once. */
export class PublishedErrors<Code extends string> {
  readonly #table: ErrorTable<Code>
  readonly #responses = new Map<string, Response>()
  readonly #examples = new Map<Code, Example>()

  constructor(table: ErrorTable<Code>) {
    this.#table = table
  }

  /** Responses by status of an operation that can meet these errors. */
  responses(codes: readonly Code[]): Record<string, Response | Reference> {
    const shared = this.#byStatus(this.#table.shared)
    const groups = [...this.#byStatus(codes)].sort(([a], [b]) => a - b)
    return Object.fromEntries(
      groups.map(([status, group]) => {
        const isShared = [...group].sort().join() === [...(shared.get(status) ?? [])].sort().join()
        return [String(status), isShared ? this.#shared(status, group) : this.#response(status, group)]
      }),
    )
  }

  /** Components that the responses refer to. */
  components(): { responses: Record<string, Response>; examples: Record<string, Example> } {
    return { responses: sorted(this.#responses), examples: sorted(this.#examples) }
  }

  /** Schema of the member that holds the code: all codes, with status and meaning in its description. */
  codeSchema(): JsonSchema {
    const specs = Object.entries<ErrorSpec>(this.#table.specs)
    const rows = specs.map(
      ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${plainMarkdown(meaning)} |`,
    )
    return {
      type: 'string',
      enum: specs.map(([code]) => code),
      description: ['| Code | Status | Meaning |', '|---|---|---|', ...rows].join('\n'),
    }
  }

  #byStatus(codes: readonly Code[]): Map<number, Code[]> {
    return Map.groupBy(new Set(codes), (code) => this.#table.specs[code].status)
  }

  #shared(status: number, codes: readonly Code[]): Reference {
    const name = (STATUS_CODES[status] ?? '').replaceAll(/\W/g, '')
    this.#responses.set(name, this.#response(status, codes))
    return { $ref: `#/components/responses/${name}` }
  }

  #response(status: number, codes: readonly Code[]): Response {
    const headers = HEADERS[status]
    const examples = codes.map((code): [string, Reference] => [code, this.#example(code)])
    return {
      description: codes
        .map((code) => `\`${code}\`: ${plainMarkdown(this.#table.specs[code].meaning)}`)
        .join('\n\n'),
      ...(headers && { headers }),
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${this.#table.schema}` },
          examples: Object.fromEntries(examples),
        },
      },
    }
  }

  #example(code: Code): Reference {
    this.#examples.set(code, { summary: this.#table.specs[code].meaning, value: this.#table.body(code) })
    return { $ref: `#/components/examples/${code}` }
  }
}

const HEADERS: Readonly<Record<number, Readonly<Record<string, Header>>>> = {
  401: { 'WWW-Authenticate': { description: 'How to authenticate.', schema: { const: 'Bearer' } } },
  429: {
    'Retry-After': {
      description: 'When to try again, seconds from now.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
}

/** Descriptions are CommonMark, where `<word>` would be a tag. */
const plainMarkdown = (text: string) => text.replaceAll('<', '\\<')

const sorted = <Value>(map: ReadonlyMap<string, Value>): Record<string, Value> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
