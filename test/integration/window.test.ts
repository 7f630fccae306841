/** `airdesk window`: a real Chromium, without a screen. Its window ends the service, a second start shows the first. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { waitFor } from '../support/wait-for.ts'

const ENTRY = join(import.meta.dirname, '../../out/service/main.js')

let folder: string
let dataDir: string
let children: ChildProcess[]
let browser: Browser | null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-window-'))
  dataDir = join(folder, 'data')
  children = []
  browser = null
  await mkdir(join(folder, 'bin'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  // Nothing of the window is left when the service went by force.
  await browser?.newBrowserCDPSession().then(
    (session) => session.send('Browser.close'),
    () => undefined,
  )
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** A program of that name in a PATH of its own. */
const program = (name: string, script: string) =>
  writeFile(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

const headlessChromium = () =>
  program(
    'chromium',
    `exec "${findChromium()}" --headless=new --remote-debugging-port=0 ${CHROMIUM_FLAGS.join(' ')} "$@"`,
  )

function start() {
  const child = spawn(
    process.execPath,
    [ENTRY, 'window', '--data-dir', dataDir, '--ports', 'auto', '--no-first-run'],
    {
      env: { ...process.env, PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, output: () => output }
}

/** The pages that the window's Chromium shows. */
async function pages(): Promise<readonly Page[]> {
  const file = join(dataDir, 'window', 'DevToolsActivePort')
  const port = await waitFor(() => existsSync(file) && readFileSync(file, 'utf8').split('\n')[0], 'Chromium')
  browser ??= await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  return browser.contexts()[0]?.pages() ?? []
}

test('shows the console signed in, again at a second start, and ends with the window', async () => {
  await headlessChromium()
  const first = start()
  const [page] = await waitFor(async () => {
    const all = await pages()
    return all.length > 0 && all
  }, 'a window')
  await page!.getByRole('navigation').first().waitFor()
  await waitFor(() => first.output().includes('ready, console at http://'), 'what a person reads')
  expect(first.output()).not.toMatch(/entry=|Password/)

  // Without a screen Chromium never takes a second window in, so the second start is sent to the default browser.
  const opened = join(folder, 'opened')
  await program('xdg-open', `printf %s "$1" > ${opened}`)
  expect(await start().ended).toBe(0)
  const again = new URL(readFileSync(opened, 'utf8'))
  expect(again.origin).toBe(new URL(page!.url()).origin)
  // Only browsers find the console's own name.
  const origin = `http://127.0.0.1:${again.port}`
  const answer = await fetch(`${origin}/console/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ entry: again.hash.replace('#entry=', '') }),
  })
  expect(answer.status).toBe(200)

  await browser!.newBrowserCDPSession().then((session) => session.send('Browser.close'))
  expect(await first.ended).toBe(0)
})

test('without Chromium says so and opens the default browser; the service stays until it is told to end', async () => {
  const opened = join(folder, 'opened')
  await program('xdg-open', `printf %s "$1" > ${opened}`)
  // What is installed on this machine must not be found.
  const child = spawn(process.execPath, [ENTRY, 'window', '--data-dir', dataDir, '--ports', 'auto'], {
    env: { PATH: join(folder, 'bin'), HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const address = await waitFor(
    () => existsSync(opened) && readFileSync(opened, 'utf8'),
    'the default browser',
  )
  expect(address).toMatch(/^http:\/\/airdesk-[0-9a-f]{16}\.localhost:\d+\/#entry=/)
  // The browser may be faster than what was printed before it.
  await waitFor(() => output.includes('Ctrl+C or SIGTERM ends the service'), 'how to end it')
  expect(output).toContain('no Chromium or Chrome is there (looked for chromium, ')
  child.kill('SIGTERM')
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
})
