/** A call as it goes over the wire, to be written in a language. Pure. */
export interface HttpCall {
  readonly method: string
  readonly url: string
  /** Without the one that carries the token. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * What stands in the `Authorization` header behind `Bearer`: a value, or `fromEnvironment` for what the
   * variable `TOKEN` has; null where the call needs none.
   */
  readonly token: { readonly value: string } | 'fromEnvironment' | null
  readonly body: string | null
}
