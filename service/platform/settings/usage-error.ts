import type { CommanderError } from 'commander'

/** A wrong option; the message names it and its rule, and never repeats a value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What the parser of command lines has against one. */
export const usageErrorOf = ({ message }: CommanderError): UsageError =>
  new UsageError(message.replace(/^error: /, ''))
