import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClientProject } from '../support/openapi-client.ts'
import type { ClientProject } from '../support/openapi-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

/** What somebody would write who has the two documents and nothing else. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths as LivePaths } from './live-api.ts'
import type { paths as OptionPaths } from './option-api.ts'

interface Given {
  option_base_url: string
  live_base_url: string
  email: string
  password: string
  access_code: string
  access_token: string
}
const given = JSON.parse(process.argv[2] ?? '') as Given
const { email, password, access_code } = given

const option = createClient<OptionPaths>({ baseUrl: given.option_base_url })
const login = await option.POST('/api/login', { body: { email, password, access_code } })
if (login.error) throw new Error(login.error.error.message)
const headers = { authorization: \`Bearer \${login.data.token}\` }

const created = await option.POST('/api/schedule', {
  headers,
  body: {
    name: 'Evening show',
    start_datetime: '2030/01/01 19:00:00',
    end_datetime: '2030/01/01 20:00:00',
    service_params: [],
  },
})
if (created.error) throw new Error(created.error.error.message)
const schedules = await option.GET('/api/schedule', { headers })
if (schedules.error) throw new Error(schedules.error.error.message)
const schedule = schedules.data.find((one) => one.schedule_id === created.data.schedule_id)
const removed = await option.DELETE('/api/schedule', {
  headers,
  params: { query: { schedule_id: created.data.schedule_id } },
})

const live = createClient<LivePaths>({
  baseUrl: given.live_base_url,
  headers: { authorization: \`Bearer \${given.access_token}\` },
})
const channel = await live.POST('/#Service_20250901.CreateRTMPChannel', {
  params: { header: { 'X-Sfu-Target': 'Service_20250901.CreateRTMPChannel', 'Idempotency-Key': 'once' } },
  body: {
    hls: [{ durationSeconds: 2, startTimeOffset: -2, video: { width: 640, height: 360, fps: 30, bps: 800000 } }],
  },
})
if (channel.error) throw new Error(channel.error.error_type)
const list = async () => {
  const { data, error } = await live.POST('/#Service_20200729.ListChannelIDs', {
    params: { header: { 'X-Sfu-Target': 'Service_20200729.ListChannelIDs' } },
    body: {},
  })
  if (error) throw new Error(error.error_type)
  return data.channel_ids
}
const remove = (channel_id: string) =>
  live.POST('/#Service_20180501.DeleteChannel', {
    params: { header: { 'X-Sfu-Target': 'Service_20180501.DeleteChannel' } },
    body: { channel_id },
  })
const during = await list()
const deleted = await remove(channel.data.channel_id)
const again = await remove(channel.data.channel_id)

console.log(
  JSON.stringify({
    schedule: schedule?.name,
    removed: removed.data?.ok,
    ingestUrl: channel.data.ingest_url,
    listed: during.includes(channel.data.channel_id),
    deleted: deleted.data,
    refusal: again.error?.error_type,
    after: (await list()).includes(channel.data.channel_id),
  }),
)
`

/** One wrong word each, and what the compiler says of it. */
const WRONG: [string, string, string][] = [
  ['durationSeconds: 2', 'durationSecond: 2', 'durationSecond'],
  ['data.channel_ids', 'data.channelIds', 'channelIds'],
  [
    "'X-Sfu-Target': 'Service_20180501.D",
    "'X-Sfu-Target': 'Service_20180502.D",
    'Service_20180502.DeleteChannel',
  ],
  ["'/api/schedule', {\n  headers,\n  params", "'/api/schedules', {\n  headers,\n  params", '/api/schedules'],
  ["name: 'Evening show',\n", '', 'name'],
]

let service: RunningService
let project: ClientProject

beforeAll(async () => {
  ;[service, project] = await Promise.all([startService(), createClientProject()])
})
afterAll(async () => {
  await project.remove()
  await service.stop()
})

describe('a client generated from the documents', () => {
  it('compiles and does its work', async () => {
    expect(await project.typeCheck({ 'right.ts': PROGRAM })).toEqual({ code: 0, output: '' })
    const { code, output } = await project.run(PROGRAM, [JSON.stringify(service.ready)])
    expect(code, output).toBe(0)
    expect(JSON.parse(output)).toEqual({
      schedule: 'Evening show',
      removed: true,
      ingestUrl: expect.stringMatching(/^rtmp:\/\//) as string,
      listed: true,
      deleted: {},
      refusal: 'CHANNEL-NOT-FOUND',
      after: false,
    })
  })

  it('does not compile with one wrong word', async () => {
    const programs = WRONG.map(([right, wrong], i) => {
      expect(PROGRAM).toContain(right)
      return [`wrong${i}.ts`, PROGRAM.replace(right, wrong)]
    })
    const { code, output } = await project.typeCheck(Object.fromEntries(programs) as Record<string, string>)
    expect(code).not.toBe(0)
    WRONG.forEach(([, , named], i) => {
      const faults = output.split(/\n(?=\S)/).filter((fault) => fault.includes(`wrong${i}.ts(`))
      expect(faults.join('\n'), `wrong${i}.ts`).toContain(named)
    })
  })
})
