/** What time brings about in a service whose clock is moved. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessApi } from '../../service/contract/console/access.ts'
import { stateApi } from '../../service/contract/console/state.ts'
import { webhookApi } from '../../service/contract/console/webhooks.ts'
import { emulatorClockApi } from '../../service/contract/console/emulator/clock.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { kitClock } from '../../service/kit/clock.ts'
import type { Firing, KitClock } from '../../service/kit/clock.ts'
import type { ChannelId } from '../../service/contract/ids.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { startEndpoint } from '../support/http-endpoint.ts'
import { RENDITION_360, createRtmpChannel } from '../support/live-client.ts'
import { callOption, loginMaster } from '../support/option-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const HOUR = 3_600_000
const SECOND = 1000

let dataDir: string
let service: RunningService
let client: ConsoleClient
let clock: KitClock

async function start(...args: string[]): Promise<void> {
  service = await startService({ dataDir, args })
  client = new ConsoleClient(dataDir)
  await client.open()
  clock = kitClock(client)
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-clock-'))
  await start('--emulator')
})
afterAll(async () => {
  await service.kill()
  await rm(dataDir, { recursive: true, force: true })
})

type Of<Kind extends Firing['kind']> = Extract<Firing, { readonly kind: Kind }>
const only = <Kind extends Firing['kind']>(firings: readonly Firing[], kind: Kind) =>
  firings.filter((one): one is Of<Kind> => one.kind === kind)

const pad = (n: number) => String(n).padStart(2, '0')
/** As the option API writes it; the system's time zone is UTC. */
function written(at: number): string {
  const date = new Date(at)
  const day = [date.getUTCFullYear(), pad(date.getUTCMonth() + 1), pad(date.getUTCDate())].join('/')
  return `${day} ${[date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(pad).join(':')}`
}

test('a schedule becomes due, starts, is late and ends, at its own times and in order', async () => {
  const { now } = (await clock.freeze()).clock
  const token = await loginMaster(service.ready)
  const startsAt = Math.ceil(now / HOUR) * HOUR + HOUR
  const json = {
    ...{ name: 'Morning', start_datetime: written(startsAt), end_datetime: written(startsAt + HOUR) },
    service_params: [RENDITION_360],
  }
  const made = await callOption(service.ready.option_base_url, 'POST', '/api/schedule', { token, json })
  expect(made.status).toBe(200)
  expect((await clock.state()).next).toEqual({ kind: 'schedule.due', at: startsAt - 10 * SECOND })

  const { firings, move } = await clock.set(new Date(startsAt + 2 * HOUR))
  expect(firings.map(({ kind, at }) => [kind, at - startsAt])).toEqual([
    ['schedule.due', -10 * SECOND],
    ['schedule.started', 0],
    ['schedule.late', 5 * SECOND],
    ['schedule.ended', HOUR],
  ])
  expect(move).toMatchObject({ at: startsAt + 2 * HOUR, stopped: false, total: 4 })
  expect((await clock.state()).mode).toBe('frozen')
})

test('a webhook is retried over hours, with the pauses that it has in real time, until it arrives', async () => {
  let failing = true
  const endpoint = await startEndpoint((_, response) => response.writeHead(failing ? 503 : 204).end())
  try {
    const { channel_id: channelId } = await createRtmpChannel(service.ready, {
      ...{ hls: [RENDITION_360], event_webhook_url: `${endpoint.url}/events` },
    })
    const { now: from } = await clock.state()
    const { id } = await client.call(webhookApi.sendSample, {
      body: { channelId, type: 'connection.created' },
    })
    const hours = await clock.advance('3h')
    const tries = only(hours.firings, 'webhook.attempt')
    // The first one, and what the service did before it was moved, was sent where the clock stood.
    const times = [from, ...tries.map(({ at }) => at)]
    expect(tries.map(({ attempt }) => attempt)).toEqual(tries.map((_, index) => index + 2))
    expect(tries.every((one) => one.eventId === id && one.outcome === 'failed' && one.status === 503)).toBe(
      true,
    )
    times.slice(1).forEach((at, index) => {
      const pause = Math.min(HOUR, SECOND * 2 ** index)
      expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(Math.floor(0.75 * pause))
      expect(at - (times[index] ?? 0)).toBeLessThanOrEqual(Math.ceil(1.25 * pause))
    })
    expect(tries.length).toBeGreaterThan(10)
    expect(endpoint.received).toHaveLength(times.length)
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))

    failing = false
    const rest = await clock.advance('2h')
    expect(only(rest.firings, 'webhook.attempt')).toMatchObject([{ outcome: 'delivered', status: 204 }])
  } finally {
    await endpoint.close()
  }
})

test('minutes of a broadcast and addresses of its playlist go by the clock, its media does not', async () => {
  const endpoint = await startEndpoint()
  const { now: from } = (await clock.freeze()).clock
  const made = await createRtmpChannel(service.ready, {
    ...{ hls: [{ durationSeconds: 1, startTimeOffset: -1, audio: {} }], event_webhook_url: endpoint.url },
  })
  const params = { id: made.channel_id as ChannelId }
  const { signedUrl } = await client.call(accessApi.makeAddress, {
    ...{ params, body: { label: 'Press', seconds: 600 } },
  })
  const flv = await makeFlv({ video: false, seconds: 2 })
  const encoder = publishFlv({ url: made.ingest_url, flv, realTime: true, loop: true })
  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  const ask = async () => (await fetch(signedUrl, { dispatcher: agent })).status
  try {
    await encoder.published
    await waitFor(async () => (await ask()) === 200, 'the playlist at the signed address')
    const { firings } = await clock.advance('10m')
    const minutes = only(firings, 'webhook.written').filter(({ type }) => type === 'connection.updated')
    expect(minutes.map(({ at }) => (at - from) / 60_000)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const told = endpoint.received.map(
      ({ text }) => JSON.parse(text) as { type: string; data?: { minutes: number } },
    )
    const updated = told.filter(({ type }) => type === 'connection.updated')
    expect(updated.map(({ data }) => data?.minutes)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(told.filter(({ type }) => type === 'connection.destroyed')).toEqual([])
    await waitFor(async () => (await ask()) === 403, 'the end of the address')
    const sent = encoder.bytesSent
    await waitFor(() => encoder.bytesSent > sent, 'more of the one on air')
  } finally {
    encoder.kill()
    await endpoint.close()
    await agent.close()
  }
})

test('tokens and idempotency keys end when their time has come, not before', async () => {
  const { option_base_url: base } = service.ready
  const token = await loginMaster(service.ready)
  const list = () => callOption(base, 'GET', '/api/schedule', { token })
  const make = async () => {
    const response = await fetch(service.ready.live_base_url, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${service.ready.access_token}`, 'idempotency-key': 'made once' },
        ...{ 'content-type': 'application/json', 'x-sfu-target': 'Service_20250901.CreateRTMPChannel' },
      },
      body: JSON.stringify({ hls: [RENDITION_360] }),
    })
    expect(response.status).toBe(200)
    return ((await response.json()) as { channel_id: string }).channel_id
  }
  const first = await make()
  await clock.advance('23h59m59s')
  expect((await list()).status).toBe(200)
  expect(await make()).toBe(first)

  const { firings } = await clock.advance('1s')
  expect(only(firings, 'session.ended')).toHaveLength(1)
  expect(only(firings, 'idempotency-key.ended')).toHaveLength(1)
  expect((await list()).status).toBe(401)
  expect(await make()).not.toBe(first)
})

test('a long move says how far it is, refuses a second one, and can be stopped', async () => {
  const answer = Promise.withResolvers<undefined>()
  let isAnswered = false
  const endpoint = await startEndpoint((_, response) => {
    void answer.promise.then(() => response.end(() => (isAnswered = true)))
  })
  try {
    const { channel_id: channelId } = await createRtmpChannel(service.ready, {
      ...{ hls: [RENDITION_360], event_webhook_url: endpoint.url },
    })
    await client.call(webhookApi.sendSample, { body: { channelId, type: 'connection.created' } })
    // Time waits for the answer: however slow this computer is, the move is not over before it is looked at.
    const moving = clock.advance('P3650D')
    await waitFor(async () => (await clock.state()).moving !== null, 'the move')
    await expect(clock.advance('1h')).rejects.toThrow('The clock is being moved')
    await clock.stop()
    const { move, clock: state } = await moving
    expect(move).toMatchObject({ stopped: true })
    expect(move.at).toBeLessThan(move.to)
    expect(state.now).toBe(move.at)
    answer.resolve(undefined)
    await waitFor(() => isAnswered, 'the end of the webhook')
  } finally {
    await endpoint.close()
  }
})

test('a snapshot brings back the time at which it was made', { tags: 'nightly' }, async () => {
  const { now } = (await clock.freeze()).clock
  const { id } = await client.call(stateApi.save, { body: { name: 'before' } })
  await clock.advance('5d')
  await client.call(stateApi.restore, { params: { id } })
  await client.restarted()
  expect(await clock.state()).toMatchObject({ mode: 'frozen', now })
})

test('time does not go back: neither by a call, nor by a kill of the service', async () => {
  const before = (await clock.advance('1d')).clock.now
  await expect(clock.set(new Date(before - 1))).rejects.toThrow(
    'Time cannot go back past what happened. Restore a snapshot.',
  )
  await expect(clock.freeze('2020-01-01T00:00:00Z')).rejects.toThrow('Time cannot go back')
  await expect(clock.advance('soon')).rejects.toThrow('duration must be a duration')
  await expect(clock.set('yesterday')).rejects.toThrow('at must be an instant')
  await expect(clock.run(0)).rejects.toThrow('rate must be a number')
  await service.kill()
  await start('--emulator')
  expect(await clock.state()).toMatchObject({ mode: 'frozen', now: before })
  await clock.release()
  expect(await clock.state()).toMatchObject({ mode: 'real', rate: 1 })
  expect((await clock.state()).now).toBeGreaterThanOrEqual(before)
})

test('without --emulator it is the real clock, and refuses to be moved', async () => {
  await service.kill()
  await start()
  await expect(client.call(emulatorClockApi.advance, { body: { duration: '1h' } })).rejects.toThrow(
    'The service was not started with --emulator.',
  )
})
