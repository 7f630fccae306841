/** `startAirdesk`: a service of its own for the tests of another app. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateApi } from '../../service/contract/console/state.ts'
import { systemApi } from '../../service/contract/console/system.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { StartError, connectAirdesk, startAirdesk } from '../../service/kit/index.ts'
import type { Airdesk } from '../../service/kit/index.ts'
import { isClosed } from '../support/exec.ts'

const HLS = [
  { durationSeconds: 2, startTimeOffset: -2, video: { width: 640, height: 360, fps: 30, bps: 800_000 } },
]
const NAMES = 'Service_20200729.ListChannelIDs'

describe('startAirdesk', () => {
  let airdesk: Airdesk
  beforeAll(async () => {
    airdesk = await startAirdesk({ seed: 7 })
  })
  afterAll(() => airdesk.close())

  const channels = async () => (await airdesk.live(NAMES, {})).data?.channel_ids

  it('tells where everything listens and how to get in', () => {
    for (const address of ['optionBaseUrl', 'liveBaseUrl', 'consoleUrl', 'mediaBaseUrl'] as const)
      expect(airdesk[address]).toMatch(/^https?:\/\/127\.0\.0\.1:\d+$/)
    expect(airdesk.rtmpBaseUrl).toMatch(/^rtmp:/)
    expect(airdesk.signalingUrl).toMatch(/^wss:/)
    expect(existsSync(airdesk.caCertFile)).toBe(true)
    for (const secret of ['email', 'password', 'accessCode', 'accessToken'] as const)
      expect(airdesk[secret]).not.toBe('')
  })

  it('calls both APIs, and hands their refusals over', async () => {
    const created = await airdesk.live('Service_20250901.CreateRTMPChannel', { hls: HLS })
    expect(created.data?.ingest_url).toContain('rtmp:')
    expect(await channels()).toEqual([created.data?.channel_id])
    const refused = await airdesk.live('Service_20250901.CreateRTMPChannel', { hls: [] })
    expect(refused.response.status).toBe(400)
    expect(refused.error?.error_type).toBe('InvalidJSON')
    const body = {
      ...{ name: 'Evening show', service_params: [] },
      ...{ start_datetime: '2030/01/01 19:00:00', end_datetime: '2030/01/01 20:00:00' },
    }
    const planned = await airdesk.option.POST('/api/schedule', { body })
    const { data } = await airdesk.option.GET('/api/schedule')
    expect(data?.map((schedule) => schedule.schedule_id)).toEqual([planned.data?.schedule_id])
  })

  it('comes back to a snapshot with the same addresses and credentials, and empties the state', async () => {
    const before = await channels()
    const kept = await airdesk.system()
    const name = await airdesk.snapshot()
    const lost = await airdesk.system()
    await airdesk.live('Service_20200316.CreateMultistreamChannel', {})
    expect(await channels()).toHaveLength((before?.length ?? 0) + 1)
    await airdesk.restore(name)
    // What ends a test ends well, with what the snapshot has and what it has not.
    for (const system of [kept, lost]) await expect(system.close()).resolves.toBeUndefined()
    expect(await channels()).toEqual(before)
    expect((await airdesk.option.GET('/api/schedule')).data).toHaveLength(1)
    await airdesk.reset()
    expect(await channels()).toEqual([])
    expect((await airdesk.option.GET('/api/schedule')).data).toEqual([])
    await expect(airdesk.restore('never made')).rejects.toThrow('There is no snapshot never made.')
  })

  it('moves time, breaks something on purpose, keeps what passed and tells what was seen', async () => {
    const file = join(airdesk.dataDir, 'session.jsonl')
    await airdesk.record.start()
    await airdesk.clock.freeze()
    const before = (await airdesk.clock.state()).now
    await airdesk.clock.advance('24h')
    expect((await airdesk.clock.state()).now - before).toBe(24 * 60 * 60 * 1000)
    const effect = { kind: 'answer', code: 'HandlerException' } as const
    const { fault } = await airdesk.faults.add({ at: 'live', effect, ends: { afterHits: 1 } })
    expect((await airdesk.live(NAMES, {})).error?.error_type).toBe('HandlerException')
    expect((await airdesk.faults.waitForHits(fault.id)).state).toBe('over')
    expect(await channels()).toEqual([])
    await airdesk.record.stop(file)
    const calls = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(NAMES))
    expect(calls).toHaveLength(2)
    expect((await airdesk.coverage.read()).seen).toBeGreaterThan(0)
    const unknown = airdesk.coverage.write('json' as never, file)
    await expect(unknown).rejects.toThrow('Coverage is written as junit or html, not as json.')
    await airdesk.coverage.forget()
    expect((await airdesk.coverage.read()).seen).toBe(0)
  })

  it('is one that another process connects to, which does not end it', async () => {
    const connected = await connectAirdesk(join(dirname(airdesk.dataDir), 'ready.json'))
    expect([connected.dataDir, connected.accessToken]).toEqual([airdesk.dataDir, airdesk.accessToken])
    const created = await connected.live('Service_20200316.CreateMultistreamChannel', {})
    expect((await connected.clock.state()).mode).toBe((await airdesk.clock.state()).mode)
    await using system = await connected.system()
    expect((await system.live(NAMES, {})).data?.channel_ids).toEqual([])
    await connected.webhooks()
    await connected.close()
    expect(await channels()).toContain(created.data?.channel_id)
  })

  it.each([
    { given: 'no password', args: [] },
    { given: 'one that its rule asks for', args: ['--password', 'eightlen'] },
  ])('begins with a state whose passwords have a least length, $given', async ({ args }) => {
    const file = join(dirname(airdesk.dataDir), 'state.airdesk')
    const client = new ConsoleClient(airdesk.dataDir)
    await client.open()
    await client.call(systemApi.change, { body: { passwordMinLength: 8 } })
    const { ticket } = await client.call(stateApi.export)
    await client.download(stateApi.download, { params: { ticket } }, file)
    await using other = await startAirdesk({ import: file, args })
    expect(other.password).toHaveLength(8)
    expect((await other.option.GET('/api/schedule')).response.status).toBe(200)
    expect((await other.live(NAMES, {})).response.status).toBe(200)
  })

  it('leaves nothing', async () => {
    expect(existsSync(airdesk.dataDir)).toBe(true)
    await airdesk.close()
    expect(existsSync(airdesk.dataDir)).toBe(false)
    expect(await isClosed(airdesk.optionBaseUrl)).toBe(true)
    // Also where somebody closes it again.
    await airdesk.close()
  })
})

it('says why the service does not start', async () => {
  const wrong = startAirdesk({ args: ['--time-zone', 'Nowhere/Land'] })
  await expect(wrong).rejects.toThrow('--time-zone must be an IANA time zone')
  await expect(wrong).rejects.toBeInstanceOf(StartError)
})
