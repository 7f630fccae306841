/** Runs that repeat: one seed gives one recorded file, and a recorded file is replayed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emulatorClockApi } from '../../service/contract/console/emulator/clock.ts'
import { emulatorRunApi } from '../../service/contract/console/emulator/runs.ts'
import { systemApi } from '../../service/contract/console/system.ts'
import { readRecord } from '../../service/contract/record/record.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { replay } from '../../service/kit/replay/replay.ts'
import type { ReplayTarget } from '../../service/kit/replay/replay.ts'
import { answerJson, startEndpoint } from '../support/http-endpoint.ts'
import type { HttpEndpoint } from '../support/http-endpoint.ts'
import { playSession } from '../support/recorded-session.ts'
import { startService } from '../support/service.ts'
import type { Ready } from '../support/service.ts'

const ENTRY = join(import.meta.dirname, '../../out/service/main.js')
/** Later than both runs begin, and soon: what lies between fires first. */
const stillAt = new Date(Date.now() + 3_600_000).toISOString()
let folder: string
let hook: HttpEndpoint
let first: Run
let second: Run

interface Run {
  readonly text: string
  readonly coverage: { readonly view: Coverage; readonly page: string; readonly junit: string }
}
type Coverage = Awaited<ReturnType<typeof coverageOf>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-runs-'))
  hook = await startEndpoint(answerJson({ allowed: false, reason: 'not today' }))
  first = await recorded()
  second = await recorded()
}, 240_000)
afterAll(async () => {
  await hook.close()
  await rm(folder, { recursive: true, force: true })
})

const coverageOf = (client: ConsoleClient) => client.call(emulatorRunApi.readCoverage)

/** Starts anew with the seed, plays the session at a time that stands still, and gives what was recorded. */
async function recorded(): Promise<Run> {
  const service = await startService({ args: ['--emulator', '--seed', '7'] })
  try {
    const client = new ConsoleClient(service.dataDir)
    await client.open()
    await client.call(emulatorClockApi.freeze, { body: { at: stillAt } })
    await client.call(emulatorRunApi.startRecord)
    await playSession(service.ready, `${hook.url}/may-connect?key=secret-of-the-hook`)
    await client.call(emulatorRunApi.stopRecord)
    const file = async (format: 'html' | 'junit') => {
      const name = join(folder, format)
      await client.download(emulatorRunApi.coverageFile, { params: { format } }, name)
      return readFile(name, 'utf8')
    }
    await client.download(emulatorRunApi.recordFile, {}, join(folder, 'record.jsonl'))
    const text = await readFile(join(folder, 'record.jsonl'), 'utf8')
    const { password, access_code, access_token } = service.ready
    for (const secret of [password, access_code, access_token, 'op4rate', 'of the app', 'secret-of-the-hook'])
      expect(text).not.toContain(secret)
    const coverage = { view: await coverageOf(client), page: await file('html'), junit: await file('junit') }
    await client.call(emulatorRunApi.forgetCoverage)
    expect((await coverageOf(client)).seen).toBe(0)
    return { text, coverage }
  } finally {
    await service.stop()
  }
}

it('two runs with one seed are the same byte for byte', () => {
  expect(second.text).toBe(first.text)
  const kinds = readRecord(first.text).lines.map(({ kind }) => kind)
  expect(new Set(kinds)).toEqual(new Set(['call', 'webhook', 'signaling']))
})

it('coverage tells what was seen, as JSON, JUnit and a page', () => {
  const { view, page, junit } = first.coverage
  const seen = new Map(
    view.groups.flatMap(({ items }) => items.map(({ name, count }) => [name, count] as const)),
  )
  expect(seen.get('Service_20250901.CreateRTMPChannel')).toBe(4)
  expect(seen.get('POST /api/schedule')).toBe(3)
  expect(seen.get('option SCHEDULE_OVERLAP')).toBe(1)
  expect(seen.get('live InvalidJSON')).toBe(1)
  expect(seen.get('SFU auth')).toBe(1)
  expect(seen.get('signaling CHANNEL-NOT-FOUND')).toBe(1)
  expect(seen.get('Service_20200707.GetEncryptKey')).toBe(0)
  expect(page).toContain('<td><code>Service_20200707.GetEncryptKey</code></td><td class="not">not seen</td>')
  expect(junit).toContain(
    'name="Service_20200707.GetEncryptKey" assertions="0"><skipped message="not seen"/>',
  )
})

function targetOf(ready: Ready, ca: string): ReplayTarget {
  const { email, password, access_code, access_token, ca_cert_file: _, ...addresses } = ready
  return {
    addresses,
    credentials: { email, password, access_code, access_token },
    ca,
    local: true,
    systems: null,
  }
}

it('what was recorded replays without a difference, and with one where one rule is another', async () => {
  const record = readRecord(first.text)
  const same = await startService({ args: ['--emulator'] })
  const other = await startService()
  try {
    const at = async (ready: Ready) =>
      replay(record, targetOf(ready, await readFile(ready.ca_cert_file, 'utf8')))
    const report = await at(same.ready)
    expect(report.differences).toEqual([])
    expect(report.compared).toBeGreaterThan(24)
    const client = new ConsoleClient(other.dataDir)
    await client.open()
    await client.call(systemApi.change, { body: { passwordMinLength: 6 } })
    const { differences } = await at(other.ready)
    expect(new Set(differences.map(({ line, of }) => `${line} ${of}`)).size).toBe(1)
    expect(differences).toContainEqual(
      expect.objectContaining({ of: 'POST /api/user', where: 'status', recorded: 200, now: 400 }),
    )
  } finally {
    await Promise.all([same.stop(), other.stop()])
  }
})

it('airdesk record and replay tell by their exit codes', async () => {
  const file = join(folder, 'by-command.jsonl')
  const script = "const at = process.env.AIRDESK_LIVE_BASE_URL; await fetch(at + '/'); process.exit(7)"
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [ENTRY, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }
  expect((await run('record', file, '--', process.execPath, '--input-type=module', '-e', script)).code).toBe(
    7,
  )
  expect(await run('replay', file)).toEqual({ code: 0, said: '1 compared, 0 differences\n' })
  await run('record', file, '--', process.execPath, '-e', '')
  expect(await run('replay', file)).toEqual({
    code: 1,
    said: '0 compared, 0 differences\nnothing was compared, which is no success\n',
  })
})
