import { resolve } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { COMMANDS } from '../../platform/settings/command-list.ts'
import { UsageError, usageErrorOf } from '../../platform/settings/usage-error.ts'

/** What `airdesk exec` was asked to do. */
export interface ExecOptions {
  /** The program and its arguments; at least the program. */
  readonly command: readonly [string, ...string[]]
  /** A file of `airdesk export`. */
  readonly import: string | undefined
  /** Where the calls are written to. */
  readonly report: string | undefined
  readonly seed: string | undefined
  readonly dataDir: string | undefined
  /** Further names for values: variable → member. */
  readonly env: Readonly<Record<string, string>>
  /** What the service gets besides. */
  readonly service: readonly string[]
}

interface RawOptions {
  readonly import?: string
  readonly report?: string
  readonly seed?: string
  readonly dataDir?: string
  readonly env: readonly string[]
}

const MORE = `
Every other option is one of the service: airdesk --help lists them.

The command finds in its environment AIRDESK_ and each member of the ready file (AIRDESK_OPTION_BASE_URL,
AIRDESK_LIVE_BASE_URL, AIRDESK_ACCESS_TOKEN, …), AIRDESK_DATA_DIR, AIRDESK_CA_BUNDLE_FILE, and NODE_EXTRA_CA_CERTS and
SSL_CERT_FILE for the local authority.

Examples:
  airdesk exec -- npm test
  airdesk exec --seed 7 --env API_URL=live_base_url --report calls.json -- pytest

Exit code: that of the command; 126 and 127 where it can't be run, 1 and 2 where the service does not start.`

/** How the command line of \`airdesk exec\` is read; its help, manual and completion. */
export function describeExec(command: Command): Command {
  return command
    .description(COMMANDS.exec)
    .usage('[options] -- <command> [arguments...]')
    .option('--seed <number>', 'ids, tokens and chance are the same at each run')
    .option('--import <file>', 'state to begin with, made by airdesk export')
    .option(
      '--data-dir <folder>',
      'where everything is kept; otherwise a new folder that is removed at the end',
    )
    .addOption(
      new Option(
        '--env <name=member>',
        'a member of the ready file by a name of your choosing; may be repeated',
      )
        .argParser((value: string, before: readonly string[]) => [...before, value])
        .default([], 'none'),
    )
    .option('--report <file>', 'JSON file with the calls of both APIs, written when the command has ended')
    .allowUnknownOption()
    .addHelpText('after', MORE)
}

/**
 * Reads what follows `exec`.
 * @throws UsageError
 */
export function parseExec(argv: readonly string[]): ExecOptions | { readonly help: string } {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const [before, [program, ...rest]] = [argv.slice(0, end), argv.slice(end + 1)]
  const command = describeExec(new Command('airdesk exec')).exitOverride()
  if (before.some((word) => word === '--help' || word === '-h')) return { help: helpOf(command) }
  const { operands, unknown } = parsed(command, before)
  if (operands.length > 0) throw new UsageError('the command and its arguments come after --')
  if (program === undefined) throw new UsageError('-- and a command are missing')
  const raw = command.opts<RawOptions>()
  for (const option of ['import', 'report', 'dataDir'] as const)
    if (raw[option] === '') throw new UsageError(`${FLAGS[option]} must not be empty`)
  return {
    command: [program, ...rest],
    import: raw.import && resolve(raw.import),
    report: raw.report && resolve(raw.report),
    seed: raw.seed,
    dataDir: raw.dataDir && resolve(raw.dataDir),
    env: Object.fromEntries(raw.env.map(namedMember)),
    service: unknown,
  }
}

const FLAGS = { import: '--import', report: '--report', dataDir: '--data-dir' } as const

function helpOf(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => void (help += text) }).outputHelp()
  return help
}

function parsed(command: Command, argv: readonly string[]): { operands: string[]; unknown: string[] } {
  try {
    return command.configureOutput({ writeErr: () => undefined }).parseOptions([...argv])
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw usageErrorOf(error)
  }
}

function namedMember(text: string): [string, string] {
  const [, name, member] = /^([A-Za-z_]\w*)=(\w+)$/.exec(text) ?? []
  if (name === undefined || member === undefined)
    throw new UsageError('--env must be NAME=member, for example API_URL=live_base_url')
  return [name, member]
}
