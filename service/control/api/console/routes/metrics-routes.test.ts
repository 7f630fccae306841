import { afterEach, expect, it } from 'vitest'
import { metricsDoor } from '../metrics-door.ts'
import { metricsRoutes } from './metrics-routes.ts'

let accepts: string[] = []
afterEach(() => void (accepts = []))

function read(door: ReturnType<typeof metricsDoor>, headers: Record<string, string>) {
  const { read: handler } = metricsRoutes({
    metrics: {
      ...door,
      read: (accept) => {
        accepts.push(accept)
        return Promise.resolve({ contentType: 'text/plain; version=0.0.4', text: 'airdesk_viewers 7\n' })
      },
    },
  })
  return handler({ request: { headers } } as unknown as Parameters<typeof handler>[0])
}

it('answers who may read, in what they accept, to be kept by nobody', async () => {
  const answer = await read(metricsDoor('t', false), { authorization: 'Bearer t', accept: 'text/plain' })
  expect(answer).toEqual({
    content: 'airdesk_viewers 7\n',
    headers: { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' },
  })
  await read(metricsDoor(null, true), {})
  expect(accepts).toEqual(['text/plain', ''])
})

it('refuses a wrong token, does not exist where it is off, and reads nothing then', async () => {
  const refused = async (door: ReturnType<typeof metricsDoor>, headers = {}) => read(door, headers)
  await expect(refused(metricsDoor('t', true))).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' })
  await expect(refused(metricsDoor('t', true), { authorization: 'Bearer u' })).rejects.toMatchObject({
    code: 'NOT_AUTHENTICATED',
  })
  await expect(refused(metricsDoor(null, false))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(accepts).toEqual([])
})
