/**
 * docs/architecture.md follows one request of each API by file and function. Both directions of each step are
 * asserted: the functions that it names run while the request is answered, and for a request that the step
 * refuses, none of the later steps' functions do.
 */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestLiveApi } from '../support/live-api.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { scheduleRequest, startTestOptionApi } from '../support/option-api.ts'

const root = join(import.meta.dirname, '../..')
const control = join(root, 'service/control/')

/** Steps of a walk; each is a list of `file#function`. */
function stepsOf(heading: string): string[][] {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\d+\. .*$/gm)].map(([line]) =>
    [...line.matchAll(/`([\w/.-]+\.ts##?\w+)`/g)].map(([, name = '']) => name),
  )
}

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

/** `file#function` of everything below `service/control` that runs meanwhile. */
async function whatRuns(during: () => Promise<unknown>): Promise<Set<string>> {
  // Counts start anew each time they are taken.
  await profiler.post('Profiler.takePreciseCoverage')
  await during()
  const { result } = await profiler.post('Profiler.takePreciseCoverage')
  const ran = new Set<string>()
  for (const { url, functions } of result) {
    const path = url.replace('file://', '')
    if (!path.startsWith(control)) continue
    for (const { functionName, ranges } of functions) {
      if ((ranges[0]?.count ?? 0) > 0) ran.add(`${path.slice(control.length)}#${functionName}`)
    }
  }
  return ran
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

describe.each([option, live])('$heading', ({ heading, start }) => {
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
    for (const [i, names] of steps.entries()) {
      expect(names.length).toBeGreaterThan(0)
      expect(
        names.filter((name) => !ran.has(name)),
        `step ${i + 1}`,
      ).toEqual([])
    }
  })

  // The last step sends the answer, which a refusal does too; the last but one can no longer refuse.
  test.each([1, 2, 3, 4, 5, 6])('what step %i refuses comes no further', async (step) => {
    const i = step - 1
    const ran = await whatRuns(() => walk.spoilt[i]?.() ?? Promise.reject(new Error('no such request')))
    const named = new Set(steps.slice(0, i + 1).flat())
    const later = steps
      .slice(i + 1, -1)
      .flat()
      .filter((name) => !named.has(name))
    expect(steps[i]?.some((name) => ran.has(name))).toBe(true)
    expect(later.filter((name) => ran.has(name))).toEqual([])
  })
})
