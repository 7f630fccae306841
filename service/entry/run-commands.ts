import { Option } from 'commander'
import type { Command } from 'commander'
import { seedOf } from '../platform/settings/command-line.ts'
import type { OwnCommand } from './own-command.ts'
import { runRecord } from './record-command.ts'
import { runReplay } from './replay-command.ts'
import type { ReplayOptions } from './replay-command.ts'

type Does = (run: OwnCommand['runAlone']) => void

export function describeRecord(command: Command, does: Does): void {
  command
    .usage('[options] <file> -- <command> [arguments...]')
    .argument('<file>', 'JSON lines: requests, answers, webhooks and signaling, secrets masked')
    .argument('<command...>', 'finds AIRDESK_OPTION_BASE_URL, AIRDESK_LIVE_BASE_URL, … in its environment')
    .option('--seed <number>', 'ids, tokens and chance are the same at each run')
    .action((file: string, line: string[], { seed }: { seed?: string }) => {
      const chosen = seedOf(seed)
      does((layout) => runRecord({ file, command: line, seed: chosen }, layout))
    })
}

export function describeReplay(command: Command, does: Does): void {
  command
    .argument('<file>', 'made by airdesk record')
    .option('--ready-file <file>', 'of the service to ask; without any address, one is started for it')
    .option('--base-url <url>', 'of both APIs')
    .option('--option-base-url <url>', 'of the option API')
    .option('--live-base-url <url>', 'of the live API')
    .option('--signaling-url <url>', 'of signaling; without one, none is sent')
    .addOption(new Option('--token <text>', 'access token of the live API').env('AIRDESK_ACCESS_TOKEN'))
    .option('--email <address>', 'of a user of the option API')
    .addOption(new Option('--password <text>', 'of that user').env('AIRDESK_PASSWORD'))
    .addOption(new Option('--access-code <text>', 'of the system').env('AIRDESK_ACCESS_CODE'))
    .option('--json', 'print the differences as JSON')
    .addHelpText('after', '\nExit code: 0 where nothing is different, 1 where something is.')
    .action((file: string, options: Omit<ReplayOptions, 'file'>) =>
      does((layout) => runReplay({ file, ...options }, layout)),
    )
}

/** Its options are those of every command that tells coverage. */
export function describeCoverage(command: Command): Command {
  return command
    .option('--html <file>', 'page that needs nothing else')
    .option('--json <file>')
    .option('--junit <file>', 'JUnit XML; what was not seen is skipped there')
    .option(
      '--fail-under <percent...>',
      'exit code 1 where less was seen of everything; of one group: operations=100, for example',
    )
}
