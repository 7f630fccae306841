import { afterEach, describe, expect, it, vi } from 'vitest'
import { problem } from '../../service/contract/refusal/rules.ts'
import {
  addLocalFolder,
  beginSavedTest,
  beginTest,
  createDestination,
  deleteDestination,
  listDestinations,
} from './destinations.ts'
import { ApiError } from './http.ts'

/** Answers one after the other, and what was asked. */
function answering(...answers: readonly (readonly [status: number, body: unknown])[]) {
  const left = [...answers]
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push([init.method, path, headers.get('X-Sfu-Target'), body])
    const [status, answer] = left.shift() ?? [500, null]
    return Promise.resolve(new Response(JSON.stringify(answer), { status }))
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

describe('destinations', () => {
  it('are made and deleted by the live API', async () => {
    const asked = answering([200, { archive_destination_id: 'D1' }], [200, {}])
    expect(await createDestination({ bucket_uri: 'file:///srv' })).toBe('D1')
    await deleteDestination('D1')
    expect(asked).toEqual([
      [
        ...['POST', '/console/api/live', 'Service_20190205.CreateArchiveDestination'],
        { bucket_uri: 'file:///srv' },
      ],
      [
        ...['POST', '/console/api/live', 'Service_20190205.DeleteArchiveDestination'],
        { archive_destination_id: 'D1' },
      ],
    ])
  })

  it('can be the folder that the service offers, in one step', async () => {
    const asked = answering(
      [200, { bucketUri: 'file:///data/archive' }],
      [200, { archive_destination_id: 'D2' }],
    )
    expect(await addLocalFolder()).toEqual({ id: 'D2', bucketUri: 'file:///data/archive' })
    expect(asked.at(-1)).toContainEqual({ bucket_uri: 'file:///data/archive' })
  })

  it('are listed by the console API, which tests their values too', async () => {
    const test = { id: 'T1', done: false, outcome: null, steps: [] }
    const asked = answering([200, { destinations: [] }], [202, test])
    expect(await listDestinations()).toEqual([])
    expect(await beginTest({ bucket_uri: 's3://abc/' })).toEqual(test)
    expect(asked.at(-1)).toEqual(['POST', '/console/api/archive/tests', null, { bucket_uri: 's3://abc/' }])
  })

  it('are tested once they are saved, with nothing but their id', async () => {
    const test = { id: 'T1', done: false, outcome: null, steps: [] }
    const asked = answering([202, test])
    expect(await beginSavedTest('D1')).toEqual(test)
    expect(asked).toEqual([['POST', '/console/api/archive/destinations/D1/test', null, undefined]])
  })

  it('are refused with each wrong member', async () => {
    const problems = [problem('s3_region', 'neededFor', { kind: 's3' })]
    answering([400, { ok: false, error: { code: 'BAD_REQUEST', values: {}, problems, message: '' } }])
    const refusal = await createDestination({ bucket_uri: 's3://abc/' }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', problems })
  })
})
