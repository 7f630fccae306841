/** The state as files of a running service: restored whatever kills it, on the same ports, and by commands. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RENDITION_360, callLive, createRtmpChannel } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

const ENTRY = join(import.meta.dirname, '../../out/service/main.js')

let dataDir: string
let service: RunningService | null

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-state-'))
  service = null
})
afterEach(async () => {
  await service?.kill()
  await rm(dataDir, { recursive: true, force: true })
})

async function airdesk(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [ENTRY, ...args, '--data-dir', dataDir])
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

const channels = async ({ ready }: RunningService) =>
  (await callLive(ready, 'Service_20200729.ListChannelIDs', {})).channel_ids

/** Calls the console's API with a session of the master. */
async function signIn({ ready }: RunningService) {
  const { console_url: origin, email, password, access_code } = ready
  const call = (path: string, body: object, cookie = '') =>
    fetch(`${origin}/console/api/${path}`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const login = await call('login', { email, password, access_code })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0]
  return async (path: string, body: object) =>
    (await call(path, body, cookie)).json() as Promise<{ id: string }>
}

test('a running service is restored by a command, and goes on at the same addresses', async () => {
  service = await startService({ dataDir })
  const { channel_id: kept } = await createRtmpChannel(service.ready, { hls: [RENDITION_360] })
  expect(await airdesk('snapshot', 'save', 'base')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 channels') as string,
  })
  const { channel_id: later } = await createRtmpChannel(service.ready, { hls: [RENDITION_360] })
  const file = join(dataDir, 'both.airdesk')
  expect((await airdesk('export', file)).code).toBe(0)
  expect(await airdesk('snapshot', 'restore', 'base')).toMatchObject({ code: 0, stderr: '' })
  expect(await channels(service)).toEqual([kept])
  expect(await airdesk('import', file)).toMatchObject({ code: 0, stderr: '' })
  expect(await channels(service)).toEqual([kept, later])
  expect((await airdesk('snapshot', 'list')).stdout).toMatch(/before-import[^]*before-restore[^]*base/)
  expect(await airdesk('import', ENTRY)).toMatchObject({
    code: 1,
    stderr: 'airdesk: The file is no state that Airdesk exported.\n',
  })
})

test('a service that is killed as soon as it has answered is restored at its next start', async () => {
  service = await startService({ dataDir })
  const post = await signIn(service)
  const { id } = await post('snapshots', { name: 'empty' })
  await createRtmpChannel(service.ready, { hls: [RENDITION_360] })
  await post(`snapshots/${id}/restore`, {})
  await service.kill()
  service = await startService({ dataDir })
  expect(await channels(service)).toEqual([])
  expect((await airdesk('snapshot', 'list')).stdout).toContain('before-restore')
})

test('where no service runs, commands work on the data folder alone; a wrong kind is named', async () => {
  expect(await airdesk('seed')).toMatchObject({ code: 0, stdout: 'Demo data was added.\n', stderr: '' })
  expect(await airdesk('reset', 'users', 'schedules')).toMatchObject({
    stdout: 'Removed: schedules 4, users 2.\n',
  })
  const wrong = await airdesk('reset', 'everything')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/'everything'.*chat, recordings/)])
})
