import type { incidentApi } from '../../../../contract/console/incidents.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

export function incidentRoutes({ incidents }: Pick<ConsoleParts, 'incidents'>): Handlers<typeof incidentApi> {
  return {
    acknowledge: ({ caller, params }) => {
      incidents.acknowledge(caller.system.id, params.id, caller.user.name)
      return {}
    },
  }
}
