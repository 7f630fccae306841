/** A wrong option; the message names it and its rule, and never repeats a value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
