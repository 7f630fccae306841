import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Grant, PasswordRule, PermissionKey, UserOverview } from '../../../contract/console-users.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { Session } from '../../identity/user.ts'
import { admit, lets } from '../option/admission.ts'
import { ENDPOINTS } from '../option/routes/index.ts'
import type { ConsoleParts } from './ports.ts'
import { OPERATOR, sessionOf, tokenOf } from './session.ts'

/** Users with what the option API does not tell of them. */
export function userRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const users = () => parts.option.identity.users

  server.get('/console/api/users', (request): UserOverview => {
    const { system } = managerOf(request, parts)
    return {
      activity: users().activity(system.id),
      grants: GRANTS,
      accessCodeChangedAt: users().accessCodeChangedAt(system.id),
    }
  })
  server.post('/console/api/users/:id/sign-out', (request: FastifyRequest<{ Params: { id: string } }>) => {
    const { user, system } = managerOf(request, parts)
    users().signOut(user, tokenOf(request, parts) ?? '', system.id, userIdOf(request.params.id))
    parts.events.sessionsChanged()
    return {}
  })
  server.get('/console/api/password-rule', (request): PasswordRule => {
    return { minLength: sessionOf(request, parts).system.passwordMinLength }
  })
}

/** @throws OptionError `NOT_AUTHENTICATED`, `FORBIDDEN` */
function managerOf(request: FastifyRequest, parts: ConsoleParts): Session {
  const session = sessionOf(request, parts)
  admit('user', { ...session, token: '' })
  return session
}

/** @throws OptionError `NOT_FOUND` for what can't be an id */
function userIdOf(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new OptionError('NOT_FOUND')
  return Number(id)
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
