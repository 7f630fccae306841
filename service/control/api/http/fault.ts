/** What any HTTP listener may have to refuse before its own rules are asked. */
export type HttpFaultKind =
  | 'malformed-http'
  | 'request-timeout'
  | 'forbidden-host'
  | 'forbidden-origin'
  | 'not-found'
  | 'method-not-allowed'
  | 'malformed-json'
  | 'too-large'
  | 'internal'

/** A refusal that each API words in its own form. The message, if any, may be shown to the caller. */
export class HttpFault extends Error {
  override readonly name = 'HttpFault'
  readonly kind: HttpFaultKind
  /** What is wrong, where more can be said than the kind does. Never a part of the request's values. */
  readonly detail: string | undefined

  constructor(kind: HttpFaultKind, detail?: string) {
    super(detail ?? kind)
    this.kind = kind
    this.detail = detail
  }
}

/** A whole answer; `body` is sent as JSON. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

/** Words an error in an API's own form; null for an error it does not know, which is a fault of ours. */
export type ErrorForm = (error: unknown) => Answer | null
