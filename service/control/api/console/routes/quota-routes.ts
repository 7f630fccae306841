import type { quotaApi } from '../../../../contract/console/quotas.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import { describeAct } from '../../../audit/acts.ts'
import type { ConsoleParts } from '../console-parts.ts'
import type { Handlers } from '../handlers.ts'

/** What systems may have; who looks after the installation sets it, others see their own. */
export function quotaRoutes({
  administration,
  quotas,
}: Pick<ConsoleParts, 'administration' | 'quotas'>): Handlers<typeof quotaApi> {
  return {
    read: ({ caller }) => quotas.view(caller.system.id),
    list: () => ({ systems: administration.quotas() }),
    change: ({ params: { id }, body }) => {
      describeAct({
        objects: [{ kind: 'system', id, name: null }],
        details: {
          changed: Object.entries(body).map(([name, limit]) => `${name}=${limit ?? 'standard'}`),
        },
      })
      if (!administration.setQuotas(id, body)) throw refusal('NOT_FOUND')
      return quotas.view(id)
    },
  }
}
