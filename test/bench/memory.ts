/**
 * What makes control's memory grow: one attack after the other on a service of its own, with the highest resident
 * memory of each and what is left after it. `node test/bench/memory.ts`, Linux only; the result is in
 * docs/measurements.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

const MIB = 1024 * 1024

const memoryOf = (pid: number, member: 'VmRSS' | 'VmHWM'): number =>
  Math.round(
    Number(new RegExp(`${member}:\\s*(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  )

const portOf = (url: string) => Number(new URL(url).port)

function open(port: number, first: string | Buffer): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.write(first)
      resolve(socket)
    })
    socket.on('error', () => resolve(socket))
  })
}

const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`

/** Ends with the seconds that were told, or once all sockets are closed. */
async function holding(sockets: Socket[], seconds: number): Promise<void> {
  await delay(seconds * 1000)
  for (const socket of sockets) socket.destroy()
}

/** Each holds all of a body but its last byte. */
async function heldBodies({ ready }: RunningService): Promise<void> {
  const body = Buffer.alloc(MIB - 1, ' ')
  const sockets: Socket[] = []
  for (let i = 0; i < 300; i++) {
    const socket = await open(portOf(ready.option_base_url), head('/api/login', MIB))
    socket.write(body)
    socket.resume()
    sockets.push(socket)
  }
  await holding(sockets, 5)
}

const token = (ready: RunningService['ready']) => ({ authorization: `Bearer ${ready.access_token}` })

const live = (ready: RunningService['ready'], target: string, body: string) =>
  fetch(ready.live_base_url, {
    method: 'POST',
    headers: { ...token(ready), 'x-sfu-target': target },
    body,
  }).then(
    (answer) => answer.arrayBuffer(),
    () => null,
  )

/** JSON whose values take far more memory than its text. */
async function jsonBombs({ ready }: RunningService): Promise<void> {
  const bombs = [
    `{"a":[${'[],'.repeat(340_000)}[]]}`,
    `{"a":[${'{},'.repeat(340_000)}{}]}`,
    `{"a":"${'\\u0041'.repeat(170_000)}"}`,
    `{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":0`).join(',')}}`,
  ]
  const calls = Array.from({ length: 100 }, (_, i) =>
    live(ready, 'Service_20250901.CreateRTMPChannel', bombs[i % bombs.length] ?? ''),
  )
  await Promise.all(calls)
}

async function signIns({ ready }: RunningService): Promise<void> {
  const calls = Array.from({ length: 200 }, (_, i) =>
    fetch(`${ready.option_base_url}/api/login`, {
      method: 'POST',
      body: JSON.stringify({ email: `nobody${i}@example.test`, password: 'wrong', access_code: 'x' }),
    }).then(
      (answer) => answer.arrayBuffer(),
      () => null,
    ),
  )
  await Promise.all(calls)
}

/** Requests one after the other on one socket, whose answers nobody reads. */
async function pipelined({ ready }: RunningService): Promise<void> {
  const requests = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50)
  const sockets: Socket[] = []
  for (let i = 0; i < 300; i++) sockets.push((await open(portOf(ready.console_url), requests)).pause())
  await holding(sockets, 10)
}

async function sockets({ ready }: RunningService): Promise<void> {
  const all: Socket[] = []
  for (let i = 0; i < 1000; i++) all.push(await open(portOf(ready.option_base_url), ''))
  for (let i = 0; i < 1000; i++) all.push(await open(portOf(ready.live_base_url), 'GET /'))
  await holding(all, 3)
}

async function channels({ ready }: RunningService): Promise<void> {
  const url = `https://hooks.example/${'x'.repeat(2000)}`
  const body = JSON.stringify({
    hls: [{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }],
    ...{ auth_webhook_url: url, event_webhook_url: url },
  })
  for (let i = 0; i < 200; i++) await live(ready, 'Service_20250901.CreateRTMPChannel', body)
}

async function listings({ ready }: RunningService): Promise<void> {
  for (let i = 0; i < 3000; i += 50)
    await Promise.all(Array.from({ length: 50 }, () => live(ready, 'Service_20200729.ListChannelIDs', '{}')))
}

const ATTACKS = {
  idle: () => delay(3000),
  sockets,
  signIns,
  jsonBombs,
  heldBodies,
  channels,
  listings,
  pipelined,
}

async function main(only: readonly string[]): Promise<void> {
  for (const [name, attack] of Object.entries(ATTACKS)) {
    if (only.length > 0 && !only.includes(name)) continue
    const service = await startService()
    try {
      await delay(2000)
      const before = memoryOf(service.pid, 'VmRSS')
      writeFileSync(`/proc/${service.pid}/clear_refs`, '5')
      await attack(service)
      const most = memoryOf(service.pid, 'VmHWM')
      await delay(5000)
      console.log(`${name}: ${before} before, ${most} at most, ${memoryOf(service.pid, 'VmRSS')} after, MB`)
    } finally {
      await service.stop()
    }
  }
}

await main(process.argv.slice(2))
