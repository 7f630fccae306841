import { resolve } from 'node:path'
import { Argument, Command, CommanderError, Option } from 'commander'
import { RESET_KINDS, SEED_PACKS, stateApi } from '../contract/console/state.ts'
import type {
  ResetKind,
  Restart,
  SeedPack,
  Snapshot,
  StateCounts,
  StateView,
} from '../contract/console/state.ts'
import { UsageError, refuseMissingValues, usageErrorOf } from '../platform/settings/usage-error.ts'
import { COMMAND_NAMES, COMMANDS } from '../platform/settings/command-list.ts'
import type { CommandName } from '../platform/settings/command-list.ts'
import { defaultDataDirectory, givenDataDirectory } from '../platform/settings/data-directory.ts'
import { demandReadable, demandWritable } from '../platform/settings/given-file.ts'
import type { ConsoleClient } from './console-client.ts'
import { EXEC_COMMANDS, describeExec } from './exec/options.ts'
import { describeNginxConfig } from './nginx/nginx-command.ts'
import type { OwnCommand } from './own-command.ts'
import { describeCoverage, describeReplay } from './run-commands.ts'

/** What a command does with the service, and what it says when that is done. */
export interface ChosenCommand {
  readonly dataDir: string
  /** True: it is about what runs, and starts nothing. */
  readonly ofRunning?: boolean
  run(client: ConsoleClient): Promise<string>
}

/** True where the arguments ask for a command and not for the service. */
export const isCommand = ([first]: readonly string[]): boolean => COMMAND_NAMES.some((name) => name === first)

/**
 * Reads the arguments of a command.
 * @throws UsageError
 */
export function parseCommand(
  argv: readonly string[],
): ChosenCommand | OwnCommand | { readonly help: string } {
  const chosen: (ChosenCommand | OwnCommand)[] = []
  let output = ''
  let complaint = ''
  const program = describeCommands({
    does: (command, run, more) =>
      chosen.push({
        dataDir: givenDataDirectory(command.opts<{ dataDir?: string }>().dataDir),
        run,
        ...more,
      }),
    doesAlone: (runAlone) => chosen.push({ runAlone }),
    writeOut: (text) => (output += text),
    writeErr: (text) => (complaint += text),
  })
  refuseMissingValues(program, argv)
  try {
    program.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0 || output !== '') return { help: output }
    // A command that only holds others was asked for.
    if (error.code === 'commander.help') return { help: complaint }
    throw usageErrorOf(error)
  }
  return chosen[0] ?? { help: program.helpInformation() }
}

/** What is told of a command line. */
interface CommandListener {
  readonly does: (
    command: Command,
    run: ChosenCommand['run'],
    more?: Pick<ChosenCommand, 'ofRunning'>,
  ) => void
  readonly doesAlone: (run: OwnCommand['runAlone']) => void
  readonly writeOut: (text: string) => void
  readonly writeErr: (text: string) => void
}

/** All commands with their arguments, as the help, the manual and the completion of shells tell them. */
export function describeCommands({ does, doesAlone, writeOut, writeErr }: CommandListener): Command {
  const settle = (command: Command): Command => command.exitOverride().configureOutput({ writeOut, writeErr })
  const program = settle(new Command('airdesk').description('What works on the state of a data folder.'))
  const add = (parent: Command, name: string, description: string) =>
    settle(parent.command(name).description(description))
  const addListed = (name: CommandName) => add(program, name, COMMANDS[name])
  const withFolder = (command: Command) =>
    command.option('--data-dir <folder>', 'where everything is kept', defaultDataDirectory())
  withFolder(addListed('export'))
    .argument('<file>')
    .action((file: string, _options, command: Command) => {
      demandWritable('the file', resolve(file))
      does(command, (client) => exportTo(client, file))
    })
  withFolder(addListed('import'))
    .argument('<file>')
    .action((file: string, _options, command: Command) => {
      demandReadable('the file', resolve(file))
      does(command, (client) => importFrom(client, file))
    })
  withFolder(addListed('reset'))
    .addArgument(new Argument('<kinds...>').choices([...RESET_KINDS, 'all']))
    .action((kinds: string[], _options, command: Command) => does(command, (client) => reset(client, kinds)))
  withFolder(addListed('seed'))
    .addArgument(
      new Argument('[pack]', 'some of everything, 10,000 rows, or what fails')
        .choices(SEED_PACKS)
        .default('demo'),
    )
    .addOption(new Option('--language <language>', 'of its names').choices(['en', 'ja']).default('en'))
    .action((pack: SeedPack, { language }: { language: 'en' | 'ja' }, command: Command) =>
      does(command, async (client) => {
        await client.call(stateApi.addDemo, { body: { language, pack } })
        return 'Demo data was added.'
      }),
    )
  // Only described here: who runs them starts no service in this process (service/main.ts).
  for (const name of EXEC_COMMANDS) describeExec(addListed(name), name)
  describeReplay(addListed('replay'), doesAlone)
  describeCoverage(withFolder(addListed('coverage')), does)
  withFolder(describeNginxConfig(addListed('nginx-config'), doesAlone))
  const snapshot = addListed('snapshot')
  withFolder(add(snapshot, 'save', 'keep the state as it is'))
    .argument('<name>')
    .action((name: string, _options, command: Command) =>
      does(command, async (client) => {
        const made = await client.call(stateApi.save, { body: { name } })
        return `Saved ${name}: ${countsText(made.counts)}.`
      }),
    )
  withFolder(add(snapshot, 'list', 'the newest first')).action((_options, command: Command) =>
    does(command, async (client) => (await snapshots(client)).map(lineOf).join('\n') || 'No snapshots.'),
  )
  withFolder(add(snapshot, 'restore', 'come back to a snapshot; the state before is kept'))
    .argument('<name>', 'or its id')
    .action((name: string, _options, command: Command) =>
      does(command, async (client) => {
        const { id } = await named(client, name)
        return restarted(client, await client.call(stateApi.restore, { params: { id } }))
      }),
    )
  withFolder(add(snapshot, 'delete', 'remove a snapshot for good'))
    .argument('<name>', 'or its id')
    .action((name: string, _options, command: Command) =>
      does(command, async (client) => {
        const { id } = await named(client, name)
        await client.call(stateApi.remove, { params: { id } })
        return `Deleted ${name}.`
      }),
    )
  return program
}

async function exportTo(client: ConsoleClient, file: string): Promise<string> {
  const { ticket } = await client.call(stateApi.export)
  await client.download(stateApi.download, { params: { ticket } }, resolve(file))
  return `Exported to ${file}. It holds password hashes, the webhook secret and stream keys: keep it private.`
}

async function importFrom(client: ConsoleClient, file: string): Promise<string> {
  return restarted(client, await client.upload(stateApi.import, resolve(file)))
}

async function restarted(client: ConsoleClient, { counts, unreadable }: Restart): Promise<string> {
  await client.restarted()
  const lost =
    unreadable > 0 ? ` The secrets of ${unreadable} archive destinations must be entered again.` : ''
  return `Restored: ${countsText(counts)}.${lost}`
}

async function reset(client: ConsoleClient, wanted: readonly string[]): Promise<string> {
  const kinds = RESET_KINDS.filter((kind) => wanted.includes('all') || wanted.includes(kind))
  const { removed } = await client.call(stateApi.reset, { body: { kinds } })
  return `Removed: ${kinds.map((kind: ResetKind) => `${kind} ${removed[kind] ?? 0}`).join(', ')}.`
}

async function snapshots(client: ConsoleClient): Promise<StateView['snapshots']> {
  return (await client.call(stateApi.read)).snapshots
}

/** @throws UsageError where there is none of that name */
async function named(client: ConsoleClient, name: string): Promise<Snapshot> {
  const found = (await snapshots(client)).find(
    (snapshot) => snapshot.id === name || (!snapshot.automatic && snapshot.name === name),
  )
  if (!found) throw new UsageError(`there is no snapshot ${name}; see airdesk snapshot list`)
  return found
}

const lineOf = ({ id, name, createdAt, bytes, counts }: Snapshot) =>
  `${id}  ${new Date(createdAt).toISOString()}  ${String(Math.ceil(bytes / 1024)).padStart(8)} KiB  ${name}  (${countsText(counts)})`

const countsText = ({ channels, schedules, users }: StateCounts) =>
  `${channels} channels, ${schedules} schedules, ${users} users`
