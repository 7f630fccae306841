import type { publishingApi } from '../../../../contract/console/publishing.ts'
import { describeAct } from '../../../audit/acts.ts'
import type { ConsoleParts } from '../console-parts.ts'
import type { Handlers } from '../handlers.ts'

/** Where live playlists are published. */
export function publishingRoutes({
  publishing: desk,
}: Pick<ConsoleParts, 'publishing'>): Handlers<typeof publishingApi> {
  return {
    read: ({ caller, params }) => desk.view(caller.system.id, params.id),
    change: ({ caller, params, body }) => {
      describeAct({ details: { changed: ['publishing'] } })
      desk.change(caller.user, params.id, body)
      return desk.view(caller.system.id, params.id)
    },
    retry: ({ caller, params }) => {
      desk.retry(caller.system.id, params.id)
      return desk.view(caller.system.id, params.id)
    },
    readSystem: ({ caller }) => desk.viewSystem(caller.system.id),
    changeSystem: ({ caller, body }) => {
      describeAct({ details: { changed: ['publishing'] } })
      desk.changeSystem(caller.user, body.target)
      return desk.viewSystem(caller.system.id)
    },
  }
}
