import { catcherPath } from '../../../../contract/console/catchers.ts'
import type { catcherApi, CatcherView } from '../../../../contract/console/catchers.ts'
import type { Catcher } from '../../../catcher/repository.ts'
import type { Handlers } from '../handlers.ts'
import { receiveHook } from './hook-routes.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { exampleOf } from '../webhook-samples.ts'

/** Catchers and what arrives there. */
export function catcherRoutes(
  parts: Pick<ConsoleParts, 'catchers' | 'hookBaseUrl' | 'clock'> & {
    readonly webhooks: Pick<ConsoleParts['webhooks'], 'sendSample'>
  },
): Handlers<typeof catcherApi> {
  const { catchers, webhooks } = parts
  const urlOf = (name: string) => parts.hookBaseUrl() + catcherPath(name)
  const view = ({ name, answer, delayMs, requests, lastArrivedAt }: Catcher): CatcherView => ({
    ...{ name, answer, delayMs, url: urlOf(name), requests, lastArrivedAt },
  })
  return {
    list: ({ caller }) => ({ catchers: catchers.list(caller.system.id).map(view) }),
    create: ({ caller, body }) => view(catchers.create(caller.system.id, body)),
    change: ({ caller, params, body }) => view(catchers.change(caller.system.id, params.name, body)),
    remove: ({ caller, params }) => {
      catchers.remove(caller.system.id, params.name)
      return {}
    },
    sendSample: ({ caller, params, body }) => {
      const { name } = catchers.find(caller.system.id, params.name)
      const sample = { ...exampleOf('rtmp', body.type), systemId: caller.system.id, url: urlOf(name) }
      return { id: webhooks.sendSample(sample) }
    },
    requests: ({ caller, params }) => ({ requests: catchers.requests(caller.system.id, params.name) }),
    request: ({ caller, params }) => catchers.request(caller.system.id, params.name, params.sequence),
    receive: receiveHook(parts),
  }
}
