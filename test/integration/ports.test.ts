/** `--ports auto`: addresses survive a restart. */
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SetupPort } from '../../service/contract/console/setup.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { signIn } from '../support/console-client.ts'
import { startEveryWorker } from '../support/every-worker.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { createRtmpChannel, RENDITION_360 } from '../support/live-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import { waitFor } from '../support/wait-for.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

let dataDir: string
let running: RunningService[]
let holder: Server | null

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-ports-'))
  running = []
  holder = null
})
afterEach(async () => {
  for (const service of running) await service.kill()
  holder?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<RunningService> {
  const service = await startService({ dataDir })
  running.push(service)
  return service
}

/** Where each listener is; what is started later has its port from then on. */
async function portsOf({ ready }: RunningService): Promise<Record<SetupPort, number | null>> {
  const console = await signIn(ready, ready)
  const { ports } = await console.done(CONSOLE_API.setup.ports)
  return Object.fromEntries(ports.map(({ name, running: port }) => [name, port])) as Record<SetupPort, number>
}

const TAKEN = 'of the last start is taken; any free one is used instead.'

test('a restart has every address again, whether the run before ended well or was killed', async () => {
  const first = await start()
  // What else listens: the player of recordings, and media of environment 1.
  await startEveryWorker(first.ready)
  const ports = await portsOf(first)
  expect(new Set(Object.values(ports)).size).toBe(10)
  expect(Object.values(ports)).not.toContain(null)
  await first.kill()

  const second = await start()
  expect(second.ready).toEqual(first.ready)
  await startEveryWorker(second.ready)
  expect(await portsOf(second)).toEqual(ports)
  expect(await second.stop()).toBe(0)

  const third = await start()
  expect(third.ready).toEqual(first.ready)
  expect(await portsOf(third)).toMatchObject({ sfu: ports.sfu, rtmp: ports.rtmp })
  expect(third.output()).not.toContain(TAKEN)
})

test('a port that another program has by then is chosen anew, alone, and the start says so', async () => {
  const first = await start()
  const ports = await portsOf(first)
  expect(await first.stop()).toBe(0)
  holder = createServer().listen(ports.live ?? 0, '127.0.0.1')
  await once(holder, 'listening')

  const second = await start()
  const { live, ...others } = await portsOf(second)
  expect({ live: ports.live, ...others }).toEqual(ports)
  expect(live).not.toBe(ports.live)
  await waitFor(
    () => second.output().includes(`Port ${ports.live} (live) ${TAKEN}`),
    'why it starts elsewhere',
  )
  expect(await second.stop()).toBe(0)

  // From then on that one is the last.
  holder.close()
  const third = await start()
  expect(third.ready.live_base_url).toBe(second.ready.live_base_url)
})

test(
  'the address of a catcher that a channel has goes on working where the console listens elsewhere',
  { tags: 'nightly' },
  async () => {
    const first = await start()
    const { console: port } = await portsOf(first)
    const before = await signIn(first.ready, first.ready)
    const script = { name: 'door', answer: { kind: 'allow' }, delayMs: 0 } as const
    const { url } = await before.done(CONSOLE_API.catchers.create, { body: script })
    const { channel_id: id } = await createRtmpChannel(first.ready, {
      hls: [RENDITION_360],
      auth_webhook_url: url,
    })
    expect(await first.stop()).toBe(0)
    holder = createServer().listen(port ?? 0, '127.0.0.1')
    await once(holder, 'listening')

    const second = await start()
    expect(second.ready.console_url).not.toBe(first.ready.console_url)
    const publisher = publishFlv({
      url: `${second.ready.rtmp_base_url}/live/${id}`,
      flv: await makeFlv({ seconds: 1 }),
    })
    // Who lets nobody in unless it is asked has been asked.
    await publisher.published
    publisher.kill()
    const after = await signIn(second.ready, second.ready)
    const { requests } = await after.done(CONSOLE_API.catchers.requests, { params: { name: 'door' } })
    expect(requests).toHaveLength(1)
  },
)
