import { afterEach } from 'vitest'
import { startEndpoint } from './http-endpoint.ts'
import type { HttpEndpoint, Respond } from './http-endpoint.ts'

/** @returns starts an endpoint that is closed after the test */
export function testEndpoints(): (respond: Respond) => Promise<HttpEndpoint> {
  const endpoints: HttpEndpoint[] = []
  afterEach(async () => {
    for (const endpoint of endpoints.splice(0)) await endpoint.close()
  })
  return async (respond) => {
    const endpoint = await startEndpoint(respond)
    endpoints.push(endpoint)
    return endpoint
  }
}
