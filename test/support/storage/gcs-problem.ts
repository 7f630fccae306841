/** An answer of the Google stand-in that is an error. */
export class GcsProblem extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }

  get body(): object {
    const { status: code, reason, message } = this
    return { error: { code, message, errors: [{ message, domain: 'global', reason }] } }
  }
}
