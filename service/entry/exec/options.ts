import { extname, resolve } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { COMMANDS } from '../../platform/settings/command-list.ts'
import { demandReadable } from '../../platform/settings/given-file.ts'
import { ownOptionText } from '../../platform/settings/own-options.ts'
import { UsageError, refuseMissingValues, usageErrorOf } from '../../platform/settings/usage-error.ts'
import type { CoverageFile } from '../coverage.ts'

/** The commands that run another one with a service of its own. */
export const EXEC_COMMANDS = ['exec', 'record'] as const
export type ExecCommand = (typeof EXEC_COMMANDS)[number]

/** What `airdesk exec` or `airdesk record` was asked to do. */
export interface ExecOptions {
  /** The program and its arguments; at least the program. */
  readonly command: readonly [string, ...string[]]
  /** Where what passes is kept; `record` alone has it. */
  readonly record: string | undefined
  /** A file of `airdesk export`. */
  readonly import: string | undefined
  /** Where the calls are written to. */
  readonly report: string | undefined
  /** Where coverage is written to, in the form that each name tells. */
  readonly coverage: readonly CoverageFile[]
  /** How much has to be seen, as given: `75` of everything, `operations=100` of a group. */
  readonly failUnder: readonly string[]
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
  readonly coverage: readonly string[]
  readonly failUnder: readonly string[]
}

const MORE = `
Every other option is one of the service: airdesk --help lists them.

The command finds in its environment AIRDESK_ and each member of the ready file (AIRDESK_OPTION_BASE_URL,
AIRDESK_LIVE_BASE_URL, AIRDESK_ACCESS_TOKEN, …), AIRDESK_DATA_DIR, AIRDESK_CA_BUNDLE_FILE, and NODE_EXTRA_CA_CERTS and
SSL_CERT_FILE for the local authority.

Examples:
  airdesk exec -- npm test
  airdesk exec --seed 7 --env API_URL=live_base_url --report calls.json -- pytest
  airdesk exec --coverage coverage.html --coverage coverage.xml --fail-under 75 -- npm test
  airdesk record session.jsonl -- npm test

Exit code: that of the command; 126 and 127 where it can't be run, 1 and 2 where the service does not start. Where the
command ended with 0: 4 where less was seen than --fail-under says, 1 where a file could not be written.`

/** How the command line of `airdesk exec` or `airdesk record` is read; its help, manual and completion. */
export function describeExec(command: Command, name: ExecCommand): Command {
  if (name === 'record')
    command.argument('<file>', 'JSON lines: requests, answers, webhooks and signaling, secrets masked')
  const given = (flags: string, description: string) =>
    new Option(flags, description)
      .argParser((value: string, before: readonly string[]) => [...before, value])
      .default([], 'none')
  return command
    .description(COMMANDS[name])
    .usage(`${name === 'record' ? '<file> ' : ''}[options] -- <command> [arguments...]`)
    .option('--seed <number>', 'ids, tokens and chance are the same at each run')
    .option('--import <file>', 'state to begin with, made by airdesk export')
    .option(
      '--data-dir <folder>',
      'where everything is kept; otherwise a new folder that is removed at the end',
    )
    .addOption(
      given('--env <name=member>', 'a member of the ready file by a name of your choosing; may be repeated'),
    )
    .option('--report <file>', 'JSON file with the calls of both APIs, written when the command has ended')
    .addOption(
      given(
        '--coverage <file>',
        'what of the service was and was not seen: .html, .json, or .xml for JUnit; may be repeated',
      ),
    )
    .addOption(
      given(
        '--fail-under <percent>',
        'exit code 4 where less was seen of everything; of one group: operations=100, for example; may be repeated',
      ),
    )
    .allowUnknownOption()
    .addHelpText('after', MORE)
}

/**
 * Reads what follows `exec` or `record`.
 * @throws UsageError
 */
export function parseExec(
  name: ExecCommand,
  argv: readonly string[],
): ExecOptions | { readonly help: string } {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const [before, [program, ...rest]] = [argv.slice(0, end), argv.slice(end + 1)]
  const command = describeExec(new Command(`airdesk ${name}`), name).exitOverride()
  if (before.some((word) => word === '--help' || word === '-h')) return { help: helpOf(command) }
  refuseMissingValues(command, before)
  const { operands, unknown } = parsed(command, before)
  const [record, ...further] = name === 'record' ? operands : [undefined, ...operands]
  if (name === 'record' && !record) throw new UsageError('the file is missing; it stands before all options')
  if (further.length > 0) throw new UsageError('the command and its arguments come after --')
  if (program === undefined) throw new UsageError('-- and a command are missing')
  const refused = ownOptionText(unknown, OWN_OPTIONS, name)
  if (refused !== null) throw new UsageError(refused)
  const raw = command.opts<RawOptions>()
  for (const option of ['import', 'report', 'dataDir'] as const)
    if (raw[option] === '') throw new UsageError(`${FLAGS[option]} must not be empty`)
  if (raw.import !== undefined) demandReadable('--import', resolve(raw.import))
  return {
    command: [program, ...rest],
    record: record && resolve(record),
    import: raw.import && resolve(raw.import),
    report: raw.report && resolve(raw.report),
    coverage: raw.coverage.map(coverageFile),
    failUnder: raw.failUnder,
    seed: raw.seed,
    dataDir: raw.dataDir && resolve(raw.dataDir),
    env: Object.fromEntries(raw.env.map(namedMember)),
    service: unknown,
  }
}

/** What the service of a command has of its own; given, it would count for nothing. */
const OWN_OPTIONS = {
  '--ready-file': 'the command finds what is in it in its environment',
  '--own-folder': 'each run has one of its own',
} as const

const FLAGS = { import: '--import', report: '--report', dataDir: '--data-dir' } as const

const FORMATS = { '.html': 'html', '.json': 'json', '.xml': 'junit' } as const

function coverageFile(name: string): CoverageFile {
  const ending = Object.keys(FORMATS).find((one): one is keyof typeof FORMATS => extname(name) === one)
  if (!ending) throw new UsageError('--coverage must be a file that ends in .html, .json, or .xml for JUnit')
  return { format: FORMATS[ending], file: resolve(name) }
}

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
