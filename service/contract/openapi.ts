/**
 * The parts of OpenAPI 3.1.0 that the published documents use. References lead only to
 * `#/components/…` of the same document.
 */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface Reference {
  readonly $ref: string
}

export interface Example {
  readonly summary?: string
  readonly value: unknown
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example | Reference>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'header' | 'path'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface Header {
  readonly description: string
  readonly schema: JsonSchema
}

/** By media type. */
type Content = Readonly<Partial<Record<string, MediaType>>>

export interface RequestBody {
  readonly required: boolean
  readonly content: Content
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header>>
  /** Left out where the body is not read. */
  readonly content?: Content
}

/** An endpoint of the option API, an operation of the live API, a route of the console, or a webhook. */
export interface PublishedOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  /** Left out: as the document says. Empty: none needed. */
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody
  /** By status. */
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly deprecated?: boolean
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>
export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type PathItem = Readonly<Partial<Record<HttpMethod, PublishedOperation>>>

export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly responses: Readonly<Record<string, Response>>
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly examples: Readonly<Record<string, Example>>
  readonly securitySchemes: Readonly<
    Record<
      string,
      | { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }
      | {
          readonly type: 'apiKey'
          readonly in: 'cookie'
          readonly name: string
          readonly description: string
        }
    >
  >
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly security: readonly SecurityRequirement[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components: Components
}
