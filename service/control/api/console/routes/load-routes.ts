import type { loadApi } from '../../../../contract/console/load.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** What runs on this computer. For everyone who is signed in; channels of other systems are not named. */
export function loadRoutes({ computer }: Pick<ConsoleParts, 'computer'>): Handlers<typeof loadApi> {
  return { read: ({ caller }) => computer(caller.system.id) }
}
