/** The processes that serve HLS: one is killed under its players, and what is counted is counted once. */
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { FlvPublisher } from '../../service/kit/rtmp/publisher.ts'
import { canSharePorts } from '../../service/platform/net/shared-ports.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { createRtmpChannel } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const RENDITION = {
  durationSeconds: 1,
  startTimeOffset: -1,
  video: { width: 426, height: 240, fps: 25, bps: 1_000_000 },
  audio: { bps: 96_000 },
}
const PLAYERS = 24

let service: RunningService
let publisher: FlvPublisher
let ca: Buffer
let media: string
const isShared = await canSharePorts()

beforeAll(async () => {
  service = await startService({ args: ['--origin-processes', '2', '--metrics-channels'] })
  ca = readFileSync(service.ready.ca_cert_file)
  const channel = await createRtmpChannel(service.ready, { hls: [RENDITION] })
  media = new URL('r0.m3u8', channel.playlist_url).href
  const flv = await makeFlv({ seconds: 10, size: '426x240', fps: 25, gopSeconds: 1 })
  publisher = publishFlv({ url: channel.ingest_url, flv, realTime: true, loop: true })
  await waitFor(async () => (await load(media, new Agent())).status === 200, 'the playlist')
})
afterAll(async () => {
  publisher.kill()
  await service.stop()
})

const origins = () => workerPids(service.pid, 'origin')

function load(url: string, agent: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { agent, ca, headers: { 'user-agent': 'one player' } }, (response) => {
      let text = ''
      response.setEncoding('latin1')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    asked.on('error', reject)
  })
}

/** Loads the playlist and its newest segment, over one connection, until it is stopped. */
function play() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen = { loaded: 0, broken: 0, failed: 0, newest: 0 }
  let stopped = false
  const file = async (url: string) => {
    const answer = await load(url, agent).catch(() => {
      seen.broken += 1
      return load(url, agent).catch(() => null)
    })
    if (answer?.status !== 200) seen.failed += 1
    return answer?.text ?? ''
  }
  const loop = async () => {
    while (!stopped) {
      const named = [...(await file(media)).matchAll(/^(?!#)\S+\/(\d+)\.m4s$/gm)].at(-1)
      if (named) await file(new URL(named[0], media).href)
      seen.newest = Math.max(seen.newest, Number(named?.[1] ?? 0))
      seen.loaded += 1
    }
    agent.destroy()
  }
  const ended = loop()
  const stop = () => {
    stopped = true
    return ended
  }
  return { seen, stop }
}

it('one that is killed is back on the same port, and every player goes on', async ({ skip }) => {
  if (!isShared) skip('ports cannot be shared here: there is one process')
  const before = await waitFor(() => (origins().length === 2 ? origins() : null), 'two processes')
  const players = Array.from({ length: PLAYERS }, play)
  await waitFor(() => players.every(({ seen }) => seen.loaded > 2), 'all players to play')
  process.kill(before[0] ?? 0, 'SIGKILL')
  const at = players.map(({ seen }) => seen.newest)
  await waitFor(() => origins().filter((pid) => !before.includes(pid)).length === 1, 'the process to be back')
  await waitFor(() => players.every(({ seen }, i) => seen.newest > (at[i] ?? 0) + 1), 'all to play on')
  await Promise.all(players.map(({ stop }) => stop()))
  const broken = players.filter(({ seen }) => seen.broken > 0).length
  console.log(`${broken} of ${PLAYERS} players had their connection broken`)
  expect(players.map(({ seen }) => seen.failed)).toEqual(Array(PLAYERS).fill(0))
  expect(broken).toBeGreaterThan(0)
  expect(broken).toBeLessThan(PLAYERS)
  expect(new URL(media).port).toBe(new URL(service.ready.media_base_url).port)
})

it('a viewer counts once, whichever process served it', async () => {
  const players = Array.from({ length: PLAYERS }, play)
  await waitFor(() => players.every(({ seen }) => seen.loaded > 5), 'all players to play')
  const metrics = async () => (await fetch(`${service.ready.console_url}/metrics`)).text()
  const text = await waitFor(async () => {
    const found = await metrics()
    return /^airdesk_viewers [1-9]/m.test(found) ? found : null
  }, 'the viewers')
  await Promise.all(players.map(({ stop }) => stop()))
  expect(/^airdesk_viewers (\d+)$/m.exec(text)?.[1]).toBe('1')
})
