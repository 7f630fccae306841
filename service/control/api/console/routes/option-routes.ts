import { optionApi } from '../../../../contract/console/option.ts'
import type { JsonRoute } from '../../../../contract/console/route.ts'
import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import type { Endpoint } from '../../option/define-endpoint.ts'
import { ENDPOINTS } from '../../option/routes/index.ts'
import type { Call, Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

type Name = keyof typeof optionApi

/** The option API as the console's own page calls it. */
export function optionRoutes(parts: Pick<ConsoleParts, 'option' | 'events'>): Handlers<typeof optionApi> {
  const names = Object.keys(optionApi) as Name[]
  const handlers = names.map((name) => [name, handlerOf(endpointOf(name), parts)])
  // Endpoints take and give what their schemas say, which are the schemas of the routes.
  return Object.fromEntries(handlers) as Handlers<typeof optionApi>
}

function endpointOf(name: Name): Endpoint {
  const { method, path } = OPTION_ENDPOINTS[name]
  const endpoint = ENDPOINTS.find((one) => one.method === method && one.path === path)
  if (!endpoint) throw new Error(`the option API has no ${method} ${path}`)
  return endpoint
}

function handlerOf(endpoint: Endpoint, { option, events }: Pick<ConsoleParts, 'option' | 'events'>) {
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  return async ({ caller, query, body, request }: Call<JsonRoute>): Promise<object> => {
    const checked = inQuery ? query : body
    const remoteAddress = request.socket.remoteAddress ?? ''
    const context = { parts: option, caller, remoteAddress, client: request.headers['user-agent'] ?? '' }
    if (!endpoint.creates) {
      const answer = await endpoint.run(checked, context)
      // Deleting a user and changing a password end sessions.
      if (endpoint.method !== 'GET') events.sessionsChanged()
      return answer
    }
    const make = await endpoint.prepare(checked, context)
    return make()
  }
}
