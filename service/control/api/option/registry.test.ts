import { describe, expect, it } from 'vitest'
import { OPTION_ERRORS } from '../../../contract/errors.ts'
import { ENDPOINTS } from './routes/index.ts'

/** The specification's table, with the permission that each endpoint needs. */
const SPECIFIED = [
  ['POST', '/api/login', 'public'],
  ['GET', '/api/schedule', 'signed-in'],
  ['POST', '/api/schedule', 'schedule'],
  ['PATCH', '/api/schedule', 'schedule'],
  ['DELETE', '/api/schedule', 'schedule'],
  ['GET', '/api/delivery', 'delivery'],
  ['GET', '/api/view', 'view'],
  ['GET', '/api/user', 'user'],
  ['POST', '/api/user', 'user'],
  ['PATCH', '/api/user', 'user'],
  ['DELETE', '/api/user', 'user'],
  ['PATCH', '/api/password', 'signed-in'],
  ['PATCH', '/api/access-code', 'master'],
  ['GET', '/api/chat', 'delivery or view'],
  ['POST', '/api/chat', 'delivery or view'],
]

describe('the endpoints', () => {
  it('are the fifteen of the specification, in its order', () => {
    expect(ENDPOINTS.map(({ method, path, permission }) => [method, path, permission])).toEqual(SPECIFIED)
  })

  it('that create something take part in Idempotency-Key', () => {
    const creating = ENDPOINTS.filter(({ creates }) => creates).map(({ method, path }) => `${method} ${path}`)
    expect(creating).toEqual(['POST /api/schedule', 'POST /api/user', 'POST /api/chat'])
  })

  it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s shows an example that obeys its schemas',
    (_, { request, response, example, summary, errors }) => {
      expect(request.safeParse(example.request).error).toBeUndefined()
      expect(response.parse(example.response)).toEqual(example.response)
      expect(summary).toMatch(/^[A-Z].*\.$/)
      for (const code of errors) expect(OPTION_ERRORS[code].status).toBeGreaterThanOrEqual(400)
    },
  )
})
