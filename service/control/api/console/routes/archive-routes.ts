import type { destinationApi } from '../../../../contract/console/destinations.ts'
import type { recordingApi } from '../../../../contract/console/recordings.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

export function destinationRoutes({
  destinations,
}: Pick<ConsoleParts, 'destinations'>): Handlers<typeof destinationApi> {
  return {
    list: ({ caller }) => destinations.views(caller.system.id),
    beginTest: ({ caller, body }) => destinations.beginTest(caller.system.id, body),
    beginSavedTest: ({ caller, params }) => destinations.beginSavedTest(caller.system.id, params.id),
    changeCredentials: ({ caller, params, body }) => {
      destinations.changeCredentials(caller.system.id, params.id, body)
      return {}
    },
    test: ({ caller, params }) => known(destinations.test(caller.system.id, params.id)),
    localFolder: () => destinations.localFolder(),
  }
}

export function recordingRoutes({
  recordings,
  retention,
}: Pick<ConsoleParts, 'recordings' | 'retention'>): Handlers<typeof recordingApi> {
  return {
    list: ({ caller, query }) => recordings.list(caller.system.id, query),
    retention: ({ caller, query }) => retention.view(caller.system.id, query.days),
    keep: ({ caller, body }) => {
      retention.setKeepDays(caller.system.id, body.keepDays)
      return {}
    },
    find: ({ caller, params }) => known(recordings.find(caller.system.id, params.id)),
    retry: ({ caller, params }) => {
      recordings.retry(caller.system.id, params.id)
      return {}
    },
    play: ({ caller, params }) => recordings.play(caller.system.id, params.id),
    remove: async ({ caller, params, query }) => {
      await recordings.delete(caller.system.id, params.id, query)
      return {}
    },
  }
}

/** @throws Refusal `NOT_FOUND` where there is none */
function known<View>(view: View | null): View {
  if (view === null) throw refusal('NOT_FOUND')
  return view
}
