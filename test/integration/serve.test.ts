/** The command line: start, ready file, taken ports, one instance, signals, and what a warm start keeps. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { get } from 'node:https'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { ConsoleMessage } from '../../service/contract/console/events.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { descendants, isAlive, workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService, ServiceOptions } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const ENTRY = join(import.meta.dirname, '../../out/service/main.js')
const RENDITION = { durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }
const MEMBERS = [
  'option_base_url',
  'live_base_url',
  'console_url',
  'console_page_url',
  'signaling_url',
  'media_base_url',
  'rtmp_base_url',
  'webrtc_udp_ports',
  'ca_cert_file',
  'email',
  'password',
  'access_code',
  'access_token',
]

let dataDir: string
let running: RunningService[]
let held: Server[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-serve-'))
  running = []
  held = []
})
afterEach(async () => {
  for (const service of running) await service.kill()
  for (const server of held) server.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(options: ServiceOptions = {}): Promise<RunningService> {
  const service = await startService({ dataDir, ...options })
  running.push(service)
  return service
}

/** Runs the program to its end. */
async function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [ENTRY, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

async function holdPort(): Promise<number> {
  const server = createServer()
  held.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Status of an https GET by a client that trusts the service's authority and nobody else. */
function httpsStatus(url: string, caFile: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = get(url, { ca: readFileSync(caFile), headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
  })
}

function login(service: RunningService): Promise<Response> {
  const { option_base_url, email, password, access_code } = service.ready
  return fetch(`${option_base_url}/api/login`, {
    method: 'POST',
    body: JSON.stringify({ email, password, access_code }),
  })
}

/** Signs in by the link that was printed; gives the cookie. */
async function enterConsole(service: RunningService): Promise<string> {
  const { console_url, console_page_url } = service.ready
  const link = await waitFor(() => /(http\S+)\/#entry=(\S+)/.exec(service.output()), 'the printed link')
  expect(link[1]).toBe(console_page_url)
  const response = await fetch(`${console_url}/console/api/session`, {
    method: 'POST',
    headers: { origin: console_url, 'content-type': 'application/json' },
    body: JSON.stringify({ entry: link[2] }),
  })
  expect(response.status).toBe(200)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('a start', () => {
  test('writes a private ready file of which every address answers', async () => {
    const service = await start()
    const { ready } = service
    expect(Object.keys(ready)).toEqual(MEMBERS)
    expect(Object.values(ready).filter((value) => typeof value !== 'string' || value === '')).toEqual([])
    const file = join(dataDir, 'ready.json')
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(statSync(dataDir).mode & 0o077).toBe(0)
    }
    expect((await readdir(dataDir)).filter((name) => name.endsWith('.tmp'))).toEqual([])

    expect((await login(service)).status).toBe(200)
    expect(await callLive(ready, 'Service_20200729.ListChannelIDs', {})).toEqual({ channel_ids: [] })
    const page = await fetch(`${ready.console_url}/`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await httpsStatus(`${ready.media_base_url}/nothing`, ready.ca_cert_file)).toBe(404)
    const signaling = ready.signaling_url.replace('wss:', 'https:')
    expect(await httpsStatus(signaling, ready.ca_cert_file)).toBe(426)
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
    // It is no WebSocket without a key.
    expect(await httpsStatus(signaling, ready.ca_cert_file, upgrade)).toBe(400)
    const { port } = new URL(ready.rtmp_base_url)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  })

  test('prints the same for a person, and no secret but there', async () => {
    const service = await start({ args: ['--log-level', 'trace'] })
    await enterConsole(service)
    const text = await waitFor(
      () => (service.output().includes('Ctrl+C') ? service.output() : null),
      'the text',
    )
    for (const value of Object.values(service.ready)) expect(text).toContain(value)
    const log = readFileSync(join(dataDir, 'logs', 'airdesk.log'), 'utf8')
    const { password, access_code, access_token } = service.ready
    for (const secret of [password, access_code, access_token]) expect(log).not.toContain(secret)
  })

  test('takes the first user and token from the command line', async () => {
    const given = {
      email: 'mio@example.test',
      password: 'secret7',
      access_code: 'studio',
      access_token: 'tok-1',
    }
    const { email, password, access_code, access_token } = given
    const service = await start({
      args: ['--email', email, '--access-code', access_code, '--access-token', access_token],
      env: { AIRDESK_PASSWORD: password },
    })
    expect(service.ready).toMatchObject(given)
    expect((await login(service)).status).toBe(200)
    await callLive(service.ready, 'Service_20200729.ListChannelIDs', {})
  })

  test('with a wrong option says which and why', async () => {
    expect(await run('--ports', 'some')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'airdesk: --ports must be one of auto, default, next\nSee --help for all options.\n',
    })
    expect(await run('--help')).toMatchObject({ code: 0, stderr: '' })
  })

  test('on a taken port names who holds it and offers another', async () => {
    const port = await holdPort()
    const readyFile = join(dataDir, 'ready.json')
    const args = [
      '--data-dir',
      dataDir,
      '--ports',
      'auto',
      '--ready-file',
      readyFile,
      '--rtmp-port',
      `${port}`,
    ]
    const { code, stderr } = await run(...args)
    expect(code).toBe(2)
    const said =
      /^airdesk: Port (\d+) is held by (.+), process (\d+)\. Stop it, or start with --rtmp-port (\d+)\.\n$/.exec(
        stderr,
      )
    expect([Number(said?.[1]), Number(said?.[3])]).toEqual([port, process.pid])
    expect(existsSync(readyFile)).toBe(false)
    const service = await start({ args: ['--rtmp-port', said?.[4] ?? ''] })
    expect(new URL(service.ready.rtmp_base_url).port).toBe(said?.[4])
  })
})

describe('one instance for each data folder', () => {
  test('a second one is told of the first, which goes on', async () => {
    const first = await start()
    const { code, stderr, stdout } = await run('--data-dir', dataDir, '--ports', 'auto')
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toBe(
      `airdesk: Airdesk already runs on this data folder (process ${first.pid}, console ${first.ready.console_url}).\n`,
    )
    expect((await login(first)).status).toBe(200)
  })

  test('after kill -9 the next start has the folder, and no process of the first is left', async () => {
    const first = await start()
    const children = descendants(first.pid)
    expect(children.length).toBeGreaterThan(0)
    await first.kill()
    const second = await start()
    expect((await login(second)).status).toBe(200)
    await waitFor(() => children.every(({ pid }) => !isAlive(pid)), 'the end of the first one’s children')
    expect(await second.stop()).toBe(0)
  })
})

describe('signals', () => {
  test('SIGTERM ends it, its children and its ready file', async () => {
    const service = await start()
    const children = descendants(service.pid)
    expect(workerPids(service.pid, 'ingest')).toHaveLength(1)
    expect(await service.stop()).toBe(0)
    expect(children.filter(({ pid }) => isAlive(pid))).toEqual([])
    expect(existsSync(join(dataDir, 'ready.json'))).toBe(false)
    expect(existsSync(join(dataDir, 'instance.json'))).toBe(false)
  })

  test('a second one ends it at once', async () => {
    const service = await start()
    const children = descendants(service.pid)
    const [ingest = 0] = workerPids(service.pid, 'ingest')
    // It will not answer that it has ended its broadcasts.
    process.kill(ingest, 'SIGSTOP')
    process.kill(service.pid, 'SIGTERM')
    process.kill(service.pid, 'SIGINT')
    await waitFor(() => !existsSync(join(dataDir, 'ready.json')), 'the first signal to be heard')
    // What comes at once is the same wish; what comes a second later is impatience.
    const again = setInterval(() => isAlive(service.pid) && process.kill(service.pid, 'SIGINT'), 100)
    const code = await service.stop()
    clearInterval(again)
    expect(code).toBe(1)
    process.kill(ingest, 'SIGCONT')
    await waitFor(() => children.every(({ pid }) => !isAlive(pid)), 'the end of the children')
  })
})

describe('a warm start', () => {
  test('keeps channels, credentials, the certificate authority and who is signed in', async () => {
    const first = await start()
    const ca = readFileSync(first.ready.ca_cert_file, 'utf8')
    const { channel_id } = await createRtmpChannel(first.ready, { hls: [RENDITION] })
    const cookie = await enterConsole(first)
    expect(await first.stop()).toBe(0)

    const second = await start()
    const { email, password, access_code, access_token } = first.ready
    expect(second.ready).toMatchObject({ email, password, access_code, access_token })
    expect(readFileSync(second.ready.ca_cert_file, 'utf8')).toBe(ca)
    expect(await callLive(second.ready, 'Service_20200729.ListChannelIDs', {})).toEqual({
      channel_ids: [channel_id],
    })
    expect((await login(second)).status).toBe(200)
    const session = await fetch(`${second.ready.console_url}/console/api/session`, { headers: { cookie } })
    expect(session.status).toBe(200)
  })
})

describe('the console', () => {
  test('sees what the live API does, and does the same itself', async () => {
    const service = await start()
    const { console_url } = service.ready
    const cookie = await enterConsole(service)
    const messages: ConsoleMessage[] = []
    const socket = new WebSocket(`${console_url.replace('http', 'ws')}/console/api/events`, {
      headers: { cookie, origin: console_url },
    })
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as ConsoleMessage))
    const snapshot = await waitFor(() => messages.find(({ type }) => type === 'snapshot'), 'the snapshot')
    expect(snapshot).toMatchObject({
      seq: 0,
      state: {
        channels: [],
        engine: { ingest: 'running', liveBaseUrl: service.ready.live_base_url, webhooks: { failing: 0 } },
      },
    })
    const { channel_id, ingest_url, playlist_url } = await createRtmpChannel(service.ready, {
      hls: [RENDITION],
    })
    const shown = await waitFor(
      () => messages.flatMap((message) => (message.type === 'delta' ? (message.channels ?? []) : []))[0],
      'the channel',
    )
    expect(shown).toMatchObject({
      channelId: channel_id,
      rtmp: { ingestUrl: ingest_url, playlistUrl: playlist_url },
      madeVia: 'api',
    })
    const answer = await fetch(`${console_url}/console/api/live`, {
      method: 'POST',
      headers: {
        cookie,
        origin: console_url,
        'content-type': 'application/json',
        'x-sfu-target': 'Service_20180501.DeleteChannel',
      },
      body: JSON.stringify({ channel_id }),
    })
    expect([answer.status, await answer.json()]).toEqual([200, {}])
    await waitFor(
      () => messages.some((message) => message.type === 'delta' && message.removed?.includes(channel_id)),
      'the channel to be gone',
    )
    const closed = once(socket, 'close')
    await service.stop()
    expect((await closed)[0]).toBe(1001)
  })
})
