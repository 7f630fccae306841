import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import type { ConsoleClient } from './console-client.ts'
import { limitOf, tellCoverage } from './coverage.ts'
import type { OwnCommand } from './own-command.ts'
import { runReplay } from './replay-command.ts'
import type { ReplayOptions } from './replay-command.ts'

type Does = (run: OwnCommand['runAlone']) => void
type DoesWithClient = (
  command: Command,
  run: (client: ConsoleClient) => Promise<string>,
  more: { readonly ofRunning: true },
) => void

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
    .addHelpText(
      'after',
      '\nExit code: 0 where nothing is different, 1 where something is, or nothing was compared.',
    )
    .action((file: string, options: Omit<ReplayOptions, 'file'>) =>
      does((layout) => runReplay({ file, ...options }, layout)),
    )
}

export function describeCoverage(command: Command, does: DoesWithClient): void {
  command
    .option('--html <file>', 'page that needs nothing else')
    .option('--json <file>')
    .option('--junit <file>', 'JUnit XML; what was not seen is skipped there')
    .option(
      '--fail-under <percent...>',
      'exit code 4 where less was seen of everything; of one group: operations=100, for example',
    )
    .action(({ failUnder = [], ...files }: RawCoverage, described: Command) => {
      const limits = failUnder.map(limitOf)
      const asked = (['json', 'html', 'junit'] as const).flatMap((format) => {
        const file = files[format]
        return file === undefined ? [] : [{ format, file: resolve(file) }]
      })
      does(described, (client) => tellCoverage(client, { files: asked, limits }), { ofRunning: true })
    })
}

interface RawCoverage {
  readonly html?: string
  readonly json?: string
  readonly junit?: string
  readonly failUnder?: readonly string[]
}
