import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { readInstance } from '../../service/platform/settings/instance-info.ts'
import { descendants, isAlive, withEnvironment, type ProcessEntry } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { commandLine, ended, expect, test } from './desktop.ts'

/** The service's own process among those of the application. */
function serviceOf(main: number): ProcessEntry | undefined {
  // Electron names it by its service name, the stand-in by its file.
  return descendants(main).find(({ command }) => /service\/main\.js|airdesk service/.test(command))
}

/** Whatever has inherited the environment of one test's applications. */
const processesOf = ({ profile }: { readonly profile: string }) => withEnvironment(dirname(profile))

test('quits without a question and leaves nothing', async ({ desktop }) => {
  const app = await desktop.launch()
  await desktop.console(app)
  const child = app.process()
  const all = descendants(child.pid ?? 0).map((entry) => entry.pid)
  expect(all.length).toBeGreaterThan(2)
  const exited = once(child, 'exit')
  await app.evaluate((electron) => electron.app.quit()).catch(() => undefined)
  expect(await exited).toEqual([0, null])
  await waitFor(() => !all.some(isAlive), 'the processes of the application to end')
})

test('closing the window ends the application', async ({ desktop }) => {
  test.skip(process.platform === 'darwin', 'on macOS the application stays')
  const app = await desktop.launch()
  await desktop.console(app)
  const exited = once(app.process(), 'exit')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close()).catch(() => undefined)
  expect(await exited).toEqual([0, null])
})

test('the window recovers when the service is killed', async ({ desktop }) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  const main = app.process().pid ?? 0
  const before = serviceOf(main)!
  await page.evaluate(() => void (location.hash = '#/channels/new'))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('New channel')
  const workers = descendants(main).filter((entry) => /service\/(ingest|transcode)\.js/.test(entry.command))

  process.kill(before.pid, 'SIGKILL')
  const after = await waitFor(() => {
    const service = serviceOf(main)
    return service && service.pid !== before.pid ? service : null
  }, 'another service')
  expect(isAlive(after.pid)).toBe(true)
  await page.waitForURL((address) => address.protocol !== 'about:')
  await expect(heading).toHaveText('New channel')
  expect(page.url()).toMatch(/#\/channels\/new$/)
  await waitFor(() => !workers.some(({ pid }) => isAlive(pid)), 'the old workers to end')
})

test('kill -9 of the application leaves no process, and the next start has its folder', async ({
  desktop,
}) => {
  const app = await desktop.launch()
  await desktop.console(app)
  const main = app.process().pid ?? 0
  expect(serviceOf(main)).toBeDefined()
  process.kill(main, 'SIGKILL')
  await waitFor(() => processesOf(desktop).length === 0, 'the processes of the application to end')
  await desktop.console(await desktop.launch())
})

test('kill -9 of what started the application ends it in order', async ({ desktop }) => {
  const args = ['scripts/start.mjs', `--user-data-dir=${desktop.profile}`, '--data-dir', desktop.dataDir]
  const script = spawn(process.execPath, [...args, '--ports', 'auto'], {
    stdio: 'ignore',
    // Whoever looks at the screen: the script opens a window only where there is one.
    env: { DISPLAY: ':0', ...process.env, AIRDESK_NO_FIRST_RUN: '1' },
  })
  const told = () => readInstance(desktop.dataDir)?.consoleUrl
  await waitFor(told, 'the service to listen', 60_000)
  const all = descendants(script.pid ?? 0)
  expect(serviceOf(script.pid ?? 0)).toBeDefined()
  script.kill('SIGKILL')
  await waitFor(() => !all.some(({ pid }) => isAlive(pid)), 'the application to end')
  expect(readInstance(desktop.dataDir)).toBeNull()
})

test('a second start shows the window of the first and ends well', async ({ desktop }) => {
  const app = await desktop.launch()
  await desktop.console(app)
  // Its handle is there once the application listens, so that the second start cannot be earlier.
  const listening = await app.evaluateHandle(({ BrowserWindow }) => {
    const focused = Promise.withResolvers<string>()
    BrowserWindow.getAllWindows()[0]!.once('focus', () => focused.resolve('focused'))
    return { focused: focused.promise }
  })
  const executable = createRequire(import.meta.url)('electron') as string
  const second = spawn(executable, commandLine(desktop.profile, []), { stdio: 'ignore' })
  expect(await once(second, 'exit')).toEqual([0, null])
  expect(await listening.evaluate(({ focused }) => focused)).toBe('focused')
})

test('a data folder that cannot be used is named, and the application ends', async ({ desktop }) => {
  mkdirSync(dirname(desktop.dataDir), { recursive: true })
  writeFileSync(desktop.dataDir, 'a file')
  const app = await desktop.launch()
  await ended(app)
  expect(desktop.dialogs()).toEqual([
    expect.objectContaining({ message: 'Airdesk could not start', buttons: ['Quit'] }),
  ])
  expect(desktop.dialogs()[0]?.detail).toContain(desktop.dataDir)
})

test('a service that runs on the data folder is said to run', async ({ desktop }) => {
  const service = await startService({ dataDir: desktop.dataDir })
  try {
    const app = await desktop.launch()
    await ended(app)
    expect(desktop.dialogs()).toHaveLength(1)
    expect(desktop.dialogs()[0]?.detail).toContain('already runs')
  } finally {
    await service.stop()
  }
})

test(
  'where a usual port is taken, the next free ones are offered',
  { tag: '@nightly' },
  async ({ desktop }) => {
    const holder = createServer()
    holder.on('error', () => undefined) // Somebody else has it: taken all the same.
    holder.listen(1935, '127.0.0.1')
    await Promise.race([once(holder, 'listening'), once(holder, 'error')])
    try {
      const app = await desktop.launch({
        args: ['--data-dir', desktop.dataDir, '--ports', 'default'],
        button: 'Use the next free ports',
      })
      await desktop.console(app)
      expect(desktop.dialogs()).toHaveLength(1)
      expect(desktop.dialogs()[0]?.detail).toContain('1935')
    } finally {
      holder.close()
    }
  },
)

test('a wrong option is named before anything starts', async ({ desktop }) => {
  const app = await desktop.launch({ args: ['--ports', 'many'] })
  await ended(app)
  expect(desktop.dialogs()[0]?.detail).toBe('--ports must be one of auto, default, next; it is "many".')
})
