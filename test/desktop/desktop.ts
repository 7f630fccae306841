/** Starts the desktop application as a person would, each time with folders of its own. */
import { test as base, _electron, type ElectronApplication, type Page } from '@playwright/test'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descendants, isAlive } from '../support/processes.ts'
import { waitFor } from '../support/wait-for.ts'

export { expect } from '@playwright/test'

const ROOT = join(import.meta.dirname, '../..')
const ANSWERS = join(import.meta.dirname, 'answer-dialogs.cjs')
/** For broken code on a busy machine; no test means it. */
const LIMIT_MS = 90_000

export interface LaunchOptions {
  /** Default: free ports and a data folder of its own. */
  readonly args?: readonly string[]
  /** Label of the button that is pressed in a dialog; otherwise it is cancelled. */
  readonly button?: string
  readonly env?: Readonly<Record<string, string>>
  /** A file that is loaded before the application. */
  readonly preload?: string
}

interface Dialog {
  readonly message: string
  readonly detail: string
  readonly buttons?: string[]
}

export interface Desktop {
  readonly profile: string
  readonly dataDir: string
  launch(options?: LaunchOptions): Promise<ElectronApplication>
  /** The console's page, signed in. */
  console(app: ElectronApplication): Promise<Page>
  /** What dialogs have said so far. */
  dialogs(): Dialog[]
}

/** Command line of the application, after the executable. */
export function commandLine(profile: string, args: readonly string[]): string[] {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  return [ROOT, `--user-data-dir=${profile}`, ...(asRoot ? ['--no-sandbox'] : []), ...args]
}

export const test = base.extend<{ desktop: Desktop }>({
  // The empty pattern is how Playwright sees that no other fixture is needed.
  desktop: async ({}, use, info) => {
    const profile = info.outputPath('profile')
    const dataDir = info.outputPath('data')
    const dialogFile = info.outputPath('dialogs.jsonl')
    const open: { app: ElectronApplication; main: number }[] = []
    await use({
      profile,
      dataDir,
      launch: async ({ args = ['--data-dir', dataDir, '--ports', 'auto'], button = '', ...more } = {}) => {
        const app = await _electron.launch({
          ...{ cwd: ROOT, timeout: LIMIT_MS },
          args: [
            ...['-r', ANSWERS],
            ...(more.preload === undefined ? [] : ['-r', more.preload]),
            ...commandLine(profile, args),
          ],
          env: {
            ...environment(),
            AIRDESK_TEST_DIALOGS: dialogFile,
            AIRDESK_TEST_BUTTON: button,
            AIRDESK_NO_FIRST_RUN: '1',
            ...more.env,
          },
        })
        app.context().setDefaultTimeout(LIMIT_MS)
        open.push({ app, main: app.process().pid ?? 0 })
        return app
      },
      console: consoleOf,
      dialogs: () =>
        existsSync(dialogFile)
          ? readFileSync(dialogFile, 'utf8')
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line) as Dialog)
          : [],
    })
    for (const { app, main } of open) await closeWithoutLeftovers(app, main)
  },
})

async function consoleOf(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow()
  await page.waitForURL((address) => address.protocol !== 'about:')
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Waits for the end of the application, also where it has ended by now. */
export async function ended(app: ElectronApplication): Promise<void> {
  const child = app.process()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Every test also shows that the application leaves no process behind. */
async function closeWithoutLeftovers(app: ElectronApplication, main: number): Promise<void> {
  const all = [main, ...descendants(main).map((entry) => entry.pid)]
  if (isAlive(main)) await app.close()
  await waitFor(() => !all.some(isAlive), 'the processes of the application to end')
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
