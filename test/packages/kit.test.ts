/**
 * The test kit as another project has it: the tarball installed by npm, with an empty home, an empty cache and nothing
 * in PATH but Node, npm, git and a shell. Runs what docs/testing.md and the examples tell, not the checkout.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { ExecPlace, isClosed } from '../support/exec.ts'
import { makeBareMachine } from './bare-machine.ts'
import type { BareMachine } from './bare-machine.ts'

const { version, devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  version: string
  devDependencies: Record<string, string>
}
const TARBALL = inRoot('dist', `airdesk-${version}.tgz`)

let machine: BareMachine
/** An empty folder that has been made a project with the package in it. */
let project: string
beforeAll(() => {
  execFileSync(process.execPath, [inRoot('scripts', 'package-npm.mjs')], { stdio: 'inherit' })
  machine = makeBareMachine(process.execPath)
  project = join(machine.folder, 'first')
  for (const folder of [project, join(machine.folder, 'airdesk/dist')]) mkdirSync(folder, { recursive: true })
  cpSync(TARBALL, join(machine.folder, 'airdesk/dist', `airdesk-${version}.tgz`))
})
afterAll(() => machine.remove())

/** The lines of the first block of a page's section. */
function linesOf(page: string, section: string): string {
  const text = readFileSync(inRoot(page), 'utf8').split(`\n## ${section}\n`)[1] ?? ''
  return /```sh\n(.*?)```/s.exec(text)?.[1] ?? ''
}

it('from nothing to a first green test by the five lines of docs/testing.md', async () => {
  const lines = linesOf('docs/testing.md', 'The first green test')
  expect(lines.trim().split('\n')).toHaveLength(5)
  expect(readdirSync(project)).toEqual([])
  const started = performance.now()
  const output = await machine.must(lines, project)
  console.log(`First green test: after ${((performance.now() - started) / 1000).toFixed(1)} s`)
  expect(output).toMatch(/Tests {2}1 passed \(1\)/)
})

describe('the example', () => {
  it.each(['vitest', 'node-test', 'playwright', 'pytest'])('%s', async (name) => {
    const folder = join(machine.folder, name)
    cpSync(inRoot('examples', name), folder, { recursive: true })
    if (name === 'pytest') machine.add('python3', pythonWithPytest())
    await machine.must(`npm install --save-dev ../airdesk/dist/airdesk-${version}.tgz`, folder)
    const variables = name === 'playwright' ? `CHROMIUM_PATH='${chromiumOfThisMachine()}' ` : ''
    expect(await machine.must(`${variables}npm test`, folder)).toMatch(/\b(\d+ passed|pass [1-9])/)
  })
})

/** A browser is no part of a bare machine; it finds there what its own wrapper needs. */
function chromiumOfThisMachine(): string {
  const file = join(machine.folder, 'chromium')
  const { PATH, TMPDIR = '/tmp' } = process.env
  const lines = ['#!/bin/sh', `PATH='${PATH}' TMPDIR='${TMPDIR}' exec '${findChromium()}' "$@"`]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o755 })
  return file
}

/** Not a wrapper that asks the home which Python is meant. */
function pythonWithPytest(): string {
  const { status, stdout } = spawnSync('python3', ['-c', 'import pytest, sys; print(sys.executable)'])
  if (status !== 0) throw new Error('python3 with pytest is not in PATH')
  return stdout.toString().trim()
}

describe('airdesk exec', () => {
  let place: ExecPlace
  const exec = () => {
    const launcher = join(project, 'node_modules/airdesk/bin/airdesk.mjs')
    return (place = new ExecPlace({ launcher, node: machine.node, env: machine.env }))
  }
  afterEach(() => place.remove())

  it.each([0, 1, 7])('ends with %i as the command does, and leaves nothing', async (code) => {
    const home = readdirSync(machine.home)
    expect(await exec().run(['--', 'sh', '-c', `exit ${code}`])).toMatchObject({ code, signal: null })
    await place.isClean()
    expect(readdirSync(machine.home)).toEqual(home)
  })

  it('ends by the signal that ended the command', async () => {
    const ended = await exec().run(['--', 'sh', '-c', 'kill -TERM $$'])
    expect(ended).toMatchObject({ code: null, signal: 'SIGTERM' })
    await place.isClean()
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('%s leaves no process, port or file', async (signal) => {
    const script = `console.log(process.env.AIRDESK_OPTION_BASE_URL, 'begun'); setInterval(() => undefined, 1000)`
    const running = exec().start(['--', 'node', '-e', script])
    await running.printed('begun')
    process.kill(running.pid, signal)
    expect(await running.ended).toMatchObject({ code: null, signal })
    await place.isClean()
    expect(await isClosed(running.stdout().split(' ')[0] ?? '')).toBe(true)
  })
})

/** What is imported of it, with what TypeScript can only know by its declarations. */
const USES = `
import { startAirdesk } from 'airdesk'
import type { Airdesk, ClockState, CoverageView, FaultView, NewFault, Ready, ReceivedWebhook, Webhooks } from 'airdesk'
import 'airdesk/redirect'
export async function use(airdesk: Airdesk, fault: FaultView, webhook: ReceivedWebhook): Promise<number> {
  const { data } = await airdesk.live('Service_20200316.CreateMultistreamChannel', {})
  const made: string | undefined = data?.channel_id
  const wrong: NewFault = { at: 'live', match: { operation: 'ListChannelIDs' }, effect: { kind: 'cut' }, ends: { afterHits: 1 } }
  await airdesk.faults.add(wrong)
  // @ts-expect-error There is no such effect.
  await airdesk.faults.add({ at: 'live', effect: { kind: 'sing' } })
  // @ts-expect-error There is no such operation.
  await airdesk.live('Service_20200316.Sing', {})
  const { now, mode }: ClockState = await airdesk.clock.state()
  // @ts-expect-error It is known which there are.
  if (mode === 'backwards') return 0
  const coverage: CoverageView = await airdesk.coverage.read()
  const ready: Ready = airdesk
  const told: readonly unknown[] = [made, fault.fault.id, webhook.headers['webhook-id'], ready.optionBaseUrl]
  return now + coverage.percent + told.length
}
export const start = () => startAirdesk({ seed: 7 })
export async function told(webhooks: Webhooks): Promise<string> {
  const { body } = await webhooks.waitFor('connection.destroyed', ({ body }) => body.channel_id !== '')
  // @ts-expect-error Only channels of WebRTC tell it.
  console.log(body.data.reason)
  webhooks.answerTo('auth', (asked) => ({ body: { allow: asked.body.connection_id !== '' } }))
  const any: ReceivedWebhook = await webhooks.waitFor('archive.failed')
  return body.label === 'Service SFU' ? body.data.reason : any.text
}
`
const USES_RUNNERS = `
import type { Airdesk, System } from 'airdesk'
import { expect, test } from 'airdesk/vitest'
import { expect as expectPage, test as pageTest } from 'airdesk/playwright'
const both = (airdesk: Airdesk, system: System) => airdesk.optionBaseUrl + system.accessToken
test('vitest', async ({ airdesk, system }) => expect(both(airdesk, system)).toBe(''))
pageTest('playwright', async ({ airdesk, page, system }) => {
  await page.goto(both(airdesk, system))
  await expectPage(page).toHaveTitle('')
})
`

describe('in a strict TypeScript project that checks all declarations', () => {
  const OPTIONS = { strict: true, skipLibCheck: false, noEmit: true, target: 'esnext', module: 'nodenext' }
  const compile = async (name: string, source: string, types: readonly string[], packages: string) => {
    const folder = join(machine.folder, name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    writeFileSync(join(folder, 'uses.ts'), source)
    const config = { compilerOptions: { ...OPTIONS, types }, include: ['uses.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiler = `typescript@${devDependencies['typescript']}`
    await machine.must(
      `npm install --save-dev ${compiler} ${packages} ../airdesk/dist/airdesk-${version}.tgz`,
      folder,
    )
    expect(await machine.must('npx tsc -p .', folder)).toBe('')
  }

  it('airdesk and airdesk/redirect need nobody', () => compile('types', USES, [], ''))

  it('airdesk/vitest and airdesk/playwright need their runners', () =>
    compile('types-of-runners', USES_RUNNERS, ['node'], 'vitest @playwright/test @types/node'))
})

/** An app with the addresses of the hosted service built in. */
const APP = `
const headers = { authorization: 'Bearer ' + process.env.AIRDESK_ACCESS_TOKEN, 'x-sfu-target': 'Service_20200729.ListChannelIDs' }
const answer = await fetch('https://api.hosted.example/', { method: 'POST', headers, body: '{}' })
const socket = new WebSocket('wss://sfu.hosted.example/signaling')
socket.onopen = () => socket.send(JSON.stringify({ type: 'connect', role: 'recvonly', channel_id: 'nobody' }))
const closed = await new Promise((resolve, reject) => {
  socket.onerror = ({ error }) => reject(error)
  socket.onclose = resolve
})
console.log(JSON.stringify({ https: answer.status, body: await answer.json(), wss: closed.code }))
`

describe('an app with hosted addresses built in, over https and wss', () => {
  const line = (by: string) =>
    `npx airdesk exec --alias api.hosted.example=live --alias sfu.hosted.example=signaling -- sh -c '${by} node app.mjs'`
  beforeAll(() => writeFileSync(join(project, 'app.mjs'), APP))

  it.each([
    ['airdesk/redirect', 'NODE_OPTIONS="--import airdesk/redirect"'],
    ['a proxy', 'NODE_USE_ENV_PROXY=1 HTTPS_PROXY="$AIRDESK_ALIAS_PROXY_URL"'],
  ])('by %s', async (_by, variables) => {
    const told = JSON.parse(await machine.must(line(variables), project)) as { wss: number }
    const { wss, ...rest } = told
    expect(rest).toEqual({ https: 200, body: { channel_ids: [] } })
    expect(wss).toBeGreaterThanOrEqual(4000)
  })
})
