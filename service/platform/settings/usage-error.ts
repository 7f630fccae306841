import type { Command, CommanderError } from 'commander'

/** A wrong option; the message names it and its rule, and never repeats a value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What the parser of command lines has against one. */
export function usageErrorOf({ code, message }: CommanderError): UsageError {
  const said = message.replace(/^error: /, '')
  // It is quoted with what is behind its =, which may be a secret.
  return new UsageError(code === 'commander.unknownOption' ? said.replace(/=.*'/s, "'") : said)
}

/**
 * The parser takes whatever follows an option for its value, also the next option.
 * @param argv what `command`, or the one below it that is named first, is given
 * @throws UsageError where an option has no value
 */
export function refuseMissingValues(command: Command, argv: readonly string[]): void {
  const below = command.commands.find((one) => one.name() === argv[0])
  if (below) return refuseMissingValues(below, argv.slice(1))
  for (const [index, word] of argv.entries()) {
    const option = command.options.find(({ long, required }) => required && long === word)
    if (option && argv[index + 1]?.startsWith('--')) {
      throw new UsageError(
        `option '${option.flags}' argument missing; one that begins with -- is given as ${word}=…`,
      )
    }
  }
}
