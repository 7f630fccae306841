import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestOptionApi } from '../../../../test/support/option-api.ts'
import type { TestOptionApi } from '../../../../test/support/option-api.ts'
import type { Endpoint } from './define-endpoint.ts'
import { ENDPOINTS } from './routes/index.ts'

let api: TestOptionApi
beforeAll(async () => {
  api = await startTestOptionApi()
})
afterAll(() => api.close())

/** Members that the endpoint knows, each right or anything, and others. */
function parametersOf({ request, example }: Endpoint) {
  const known = request instanceof z.ZodObject ? Object.keys(request.shape) : []
  const right = Object.values(example.request) as unknown[]
  const value = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('', 0, 1, true, null, '2026/03/01 10:00:00', ...right) },
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.double(),
  )
  const name = fc.oneof(fc.constantFrom('x', ...known), fc.string())
  const spoilt = fc.dictionary(name, value).map((members) => ({ ...example.request, ...members }))
  return fc.oneof(spoilt, fc.dictionary(name, value), fc.jsonValue())
}

/** What a query can say of it. */
const asQuery = (parameters: unknown) =>
  new URLSearchParams(
    Object.entries(parameters ?? {}).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()

describe('whatever is sent', () => {
  it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s answers by its schema or in the error form, and never fails',
    async (_, endpoint) => {
      const { method, path } = endpoint
      const body = fc.oneof(
        { weight: 4, arbitrary: parametersOf(endpoint).map((value) => JSON.stringify(value)) },
        fc.string({ unit: 'binary' }),
      )
      const query = fc.oneof(
        fc.constant(''),
        parametersOf(endpoint).map(asQuery),
        fc.webQueryParameters({ size: 'small' }),
      )
      await fc.assert(
        fc.asyncProperty(body, query, async (text, search) => {
          const headers = { authorization: `Bearer ${api.signIn(api.first.master)}` }
          const answer = await api.send({ method, path: `${path}?${search}`, body: text, headers })
          expect(answer.status < 400 ? 200 : answer.status).toBe(answer.status)
          expect(answer.status).toBeLessThan(500)
        }),
        { numRuns: 60 },
      )
    },
  )
})
