import type { Grant, PermissionKey, userApi, UserOverview } from '../../../../contract/console/users.ts'
import { lets } from '../../option/admission.ts'
import { ENDPOINTS } from '../../option/routes/index.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { OPERATOR } from '../session.ts'

/** Users with what the option API does not tell of them. */
export function userRoutes({
  option,
  events,
}: Pick<ConsoleParts, 'option' | 'events'>): Handlers<typeof userApi> {
  const users = () => option.identity.users
  return {
    overview: ({ caller }) => ({
      activity: users().activity(caller.system.id),
      grants: GRANTS,
      accessCodeChangedAt: users().accessCodeChangedAt(caller.system.id),
    }),
    signOut: ({ caller: { user, token, system }, params }) => {
      users().signOut(user, token, system.id, params.id)
      events.sessionsChanged()
      return {}
    },
    sessions: ({ caller: { user, token, system }, params }) => ({
      sessions: users().openSessions(user, token, system.id, params.id),
    }),
    endSession: ({ caller: { user, token, system }, params }) => {
      users().endSession(user, token, system.id, params.id, params.session)
      events.sessionsChanged()
      return {}
    },
    passwordRule: ({ caller }) => ({ minLength: caller.system.passwordMinLength }),
  }
}

const NOTHING = { delivery: false, view: false, schedule: false, user: false }
const GRANTS = {
  delivery: grantsOf('delivery'),
  view: grantsOf('view'),
  schedule: grantsOf('schedule'),
  user: grantsOf('user'),
} satisfies UserOverview['grants']

/** Asks what checks every call, so that what is told of a permission is what it does. */
function grantsOf(key: PermissionKey): Grant[] {
  const opened = ENDPOINTS.filter(
    ({ permission }) => !lets(permission, NOTHING) && lets(permission, { ...NOTHING, [key]: true }),
  ).map(({ method, path }) => `${method} ${path}`)
  return key === OPERATOR ? [...opened, 'operate'] : opened
}
