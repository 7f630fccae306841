/**
 * docs/architecture.md follows one request of each API and of the console by file and function. Both directions of each step are
 * asserted: the functions that it names run while the request is answered, and for a request that the step
 * refuses, none of the later steps' functions do.
 */
import { Session } from 'node:inspector/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startAdministrationConsole } from '../support/administration-console.ts'
import { startTestLiveApi } from '../support/live-api.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { scheduleRequest, startTestOptionApi } from '../support/option-api.ts'
import { comeFurther, missingOf, ranBelow, stepsOf } from '../support/walks.ts'

let profiler: Session
beforeAll(async () => {
  profiler = new Session()
  profiler.connect()
  await profiler.post('Profiler.enable')
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
})
afterAll(async () => {
  await profiler.post('Profiler.stopPreciseCoverage')
  profiler.disconnect()
})

/** What of `service/control` runs meanwhile. */
async function whatRuns(during: () => Promise<unknown>): Promise<Set<string>> {
  // Counts start anew each time they are taken.
  await profiler.post('Profiler.takePreciseCoverage')
  await during()
  return ranBelow('service/control', (await profiler.post('Profiler.takePreciseCoverage')).result)
}

/** The request as it is right, and spoilt for each step but the last, in their order. */
interface Walk {
  readonly heading: string
  start(): Promise<{ right(): Promise<unknown>; spoilt: (() => Promise<unknown>)[]; close(): Promise<void> }>
}

const SKIPPED = { start_datetime: '2026/03/29 02:30:00', end_datetime: '2026/03/29 05:00:00' }

const option: Walk = {
  heading: 'One option API request, by file',
  async start() {
    const api = await startTestOptionApi({ timeZone: 'Europe/Berlin' })
    const key = { 'idempotency-key': 'walk' }
    const post = (json: object, more: object = {}) =>
      api.call('POST', '/api/schedule', { json, headers: key, ...more })
    const duplicated = '{"name":"a","name":"b"}'
    const headers = { authorization: `Bearer ${api.master}`, 'content-type': 'application/json' }
    const overlapped = { start_datetime: '2030/01/01 00:00:00', end_datetime: '2030/01/01 01:00:00' }
    await api.call('POST', '/api/schedule', { json: scheduleRequest(overlapped) })
    return {
      right: () => post(scheduleRequest()),
      spoilt: [
        () => post(scheduleRequest(), { headers: { ...key, host: 'evil.example' } }),
        () => post(scheduleRequest(), { token: 'wrong' }),
        () => api.send({ method: 'POST', path: '/api/schedule', body: duplicated, headers }),
        () => post(scheduleRequest({ name: '' })),
        () => post(scheduleRequest(SKIPPED), { headers: { 'idempotency-key': 'skipped' } }),
        () => post(scheduleRequest(overlapped), { headers: { 'idempotency-key': 'other' } }),
      ],
      close: () => api.close(),
    }
  },
}

const live: Walk = {
  heading: 'One live API request, by file',
  async start() {
    const api = await startTestLiveApi()
    const target = 'Service_20200316.CreateMultistreamChannelWithHLS'
    const body = { hls: [RENDITION_360] }
    const archived = { hls: [{ ...RENDITION_360, archive: { archive_destination_id: 'unknown' } }] }
    return {
      right: () => api.call(target, body),
      spoilt: [
        () => api.call(target, body, { headers: { origin: 'https://evil.example' } }),
        () => api.call(target, body, { token: 'wrong' }),
        () => api.call('Service_20200316.Unknown', body),
        () => api.send(target, '{"hls":[],"hls":[]}'),
        () => api.call(target, { hls: [] }),
        () => api.call(target, archived),
      ],
      close: () => api.close(),
    }
  },
}

const own: Walk = {
  heading: 'One console request, by file',
  async start() {
    const console = await startAdministrationConsole()
    const { first, second } = console
    const [stranger] = console.identity.store.users.list(second.system.id)
    const post = (more: object = {}) =>
      console.call({ method: 'POST', path: 'snapshots', body: { name: 'base' }, user: first.master, ...more })
    const duplicated = '{"name":"a","name":"b"}'
    const headers = { cookie: console.cookieOf(first.master), 'content-type': 'application/json' }
    return {
      right: () => post(),
      spoilt: [
        () => post({ origin: 'https://evil.example' }),
        () => post({ origin: null }),
        () => post({ token: 'wrong' }),
        () => post({ user: stranger }),
        () =>
          fetch(`${console.base}/console/api/snapshots`, {
            method: 'POST',
            headers: { ...headers, origin: console.base },
            body: duplicated,
          }),
        () => post({ body: { name: '' } }),
      ],
      close: () => console.close(),
    }
  },
}

describe.each([option, live, own])('$heading', ({ heading, start }) => {
  const steps = stepsOf(heading)
  let walk: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    walk = await start()
  })
  afterAll(async () => {
    await walk.close()
  })

  test('every step runs what it names', async () => {
    expect(steps).toHaveLength(8)
    const ran = await whatRuns(() => walk.right())
    expect(steps.every((names) => names.length > 0)).toBe(true)
    expect(missingOf(steps, ran)).toEqual({})
  })

  // The last step sends the answer, which a refusal does too; the last but one can no longer refuse.
  test.each([1, 2, 3, 4, 5, 6])('what step %i refuses comes no further', async (step) => {
    const i = step - 1
    const ran = await whatRuns(() => walk.spoilt[i]?.() ?? Promise.reject(new Error('no such request')))
    expect(steps[i]?.some((name) => ran.has(name))).toBe(true)
    expect(comeFurther(steps.slice(0, -1), step, ran)).toEqual([])
  })
})
