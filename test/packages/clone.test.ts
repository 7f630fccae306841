/**
 * A fresh clone of what is committed, as a new user has it: `npm start` until the console answers, then the tests
 * that load each native module, on a computer with nothing but Node, npm and git.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { execFileSync, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { waitFor } from '../support/wait-for.ts'
import { makeBareMachine } from './bare-machine.ts'
import { cleanRootFault, makeCleanRoot, type CleanRoot } from './clean-root.ts'

/** Each loads a native module: SQLite, argon2, FFmpeg, ICE and DTLS. */
const FIRST_TESTS =
  'service/control/store service/control/identity service/media/transcode/decoder service/media/sfu/transport'
const START = 'npm start -- --browser --ports auto --data-dir data --ready-file ready.json'
const LIMIT_MS = 300_000

const folder = mkdtempSync(join(tmpdir(), 'airdesk-clone-'))
const bundle = join(folder, 'airdesk.bundle')
beforeAll(() => {
  execFileSync('git', ['bundle', 'create', '--quiet', bundle, 'HEAD'], { cwd: inRoot() })
  console.log(
    `Clone of ${execFileSync('git', ['log', '-1', '--format=%h %s'], { cwd: inRoot() }).toString().trim()}`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Gives all that a started program said, and answers when its console does. */
async function consoleAnswers(child: ChildProcess): Promise<string> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += String(chunk)
      process.stdout.write(chunk)
    })
  }
  const origin = await waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
      const port = /http:\/\/airdesk-[0-9a-f]{16}\.localhost:(\d+)\/#entry=/.exec(output)?.[1]
      return port === undefined ? undefined : `http://127.0.0.1:${port}`
    },
    'the address of the console',
    LIMIT_MS,
  )
  const page = await fetch(origin)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<title>Airdesk')
  return output
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

describe.skipIf(cleanRootFault())(`in a clean root${cleanRootFault() ? `: ${cleanRootFault()}` : ''}`, () => {
  let root: CleanRoot
  beforeAll(async () => {
    root = makeCleanRoot()
    root.copyIn(bundle, `${root.home}/airdesk.bundle`)
    await root.must('git -c advice.detachedHead=false clone --quiet airdesk.bundle airdesk')
  })
  afterAll(() => root.remove())

  it('has no Python, no compiler and no headers', async () => {
    for (const name of ['python3', 'python', 'make', 'cc', 'gcc', 'g++', 'clang', 'node-gyp']) {
      expect((await root.run(`command -v ${name}`)).code, name).not.toBe(0)
    }
    expect((await root.run('ls /usr/include/node')).code).not.toBe(0)
    expect((await root.must('ls -A ~')).trim().split('\n').sort()).toEqual(
      expect.arrayContaining(['airdesk', 'airdesk.bundle']),
    )
    expect((await root.run('test -e ~/.npmrc')).code).not.toBe(0)
  })

  it('npm start installs, builds and serves the console, to a user who is not root', async () => {
    const started = performance.now()
    const child = root.start(START, { cwd: `${root.home}/airdesk` })
    const output = await consoleAnswers(child)
    console.log(
      `Clean root: the console answered after ${((performance.now() - started) / 1000).toFixed(1)} s`,
    )
    expect(output).toContain('Airdesk opens in the browser')
    await ended(child, 'SIGKILL')
  })

  it('the first tests pass', async () => {
    const output = await root.must(`npm run unit -- ${FIRST_TESTS}`, {
      cwd: `${root.home}/airdesk`,
    })
    expect(output).toMatch(/Tests {2}.*\d+ passed/)
    expect(output).not.toMatch(/Tests {2}.*failed/)
  })

  it('npm test says what it needs where it may not install it', async () => {
    const { code, output } = await root.run('npm test', { cwd: `${root.home}/airdesk` })
    expect(code).not.toBe(0)
    expect(output).toContain('The tests need ffmpeg, ffprobe, chromium. Install them with:')
  })
})

it('npm start on this machine with nothing in PATH but Node, npm, git and a shell', async () => {
  const machine = makeBareMachine()
  const clone = join(folder, 'clone')
  execFileSync('git', ['-c', 'advice.detachedHead=false', 'clone', '--quiet', bundle, clone])
  const started = performance.now()
  const child = machine.start(`exec ${START}`, clone)
  await consoleAnswers(child)
  console.log(
    `Stripped PATH: the console answered after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  await ended(child, 'SIGTERM')
  machine.remove()
})
