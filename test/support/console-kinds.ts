/** Every kind of session that may call the console, and who is let in where. */
import type { Who } from '../../service/contract/console/route.ts'
import type { RefusalCode } from '../../service/contract/refusal/refusals.ts'
import type { Permissions, User } from '../../service/control/identity/user.ts'
import type { AdministrationConsole } from './administration-console.ts'

const NOTHING: Permissions = { delivery: false, view: false, schedule: false, user: false }
const EVERYTHING: Permissions = { delivery: true, view: true, schedule: true, user: true }

export const KINDS = [
  'nobody',
  'a user without permissions',
  'a user who may deliver',
  'a user who may view',
  'a user who may schedule',
  'a user who may manage users',
  'a user of the second system with every permission',
  'a master of the second system',
  'a master of the first system',
] as const
export type Kind = (typeof KINDS)[number]

const masters: readonly Kind[] = ['a master of the second system', 'a master of the first system']
const powerful: readonly Kind[] = ['a user of the second system with every permission', ...masters]
export const LET_IN: Readonly<Record<Who, readonly Kind[]>> = {
  public: KINDS,
  'signed-in': KINDS.filter((kind) => kind !== 'nobody'),
  delivery: ['a user who may deliver', ...powerful],
  view: ['a user who may view', ...powerful],
  'delivery or view': ['a user who may deliver', 'a user who may view', ...powerful],
  schedule: ['a user who may schedule', ...powerful],
  user: ['a user who may manage users', ...powerful],
  master: masters,
  owner: ['a master of the first system'],
}

/** Why a kind of session is refused; null where it is let in. */
export function expected(who: Who, kind: Kind): RefusalCode | null {
  if (LET_IN[who].includes(kind)) return null
  if (kind === 'nobody') return 'NOT_AUTHENTICATED'
  if (who === 'owner' && masters.includes(kind)) return 'OWNERS_ONLY'
  return who === 'owner' || who === 'master' ? 'MASTERS_ONLY' : 'PERMISSION_NEEDED'
}

/** One of each. */
export function usersOf(console: AdministrationConsole): Readonly<Record<Kind, User | null>> {
  const { first, second, identity } = console
  const own = (permissions: Partial<Permissions>) =>
    console.addUser(first.system.id, { ...NOTHING, ...permissions })
  const [master] = identity.store.users.list(second.system.id)
  if (!master) throw new Error('the second system has no master')
  return {
    nobody: null,
    'a user without permissions': own({}),
    'a user who may deliver': own({ delivery: true }),
    'a user who may view': own({ view: true }),
    'a user who may schedule': own({ schedule: true }),
    'a user who may manage users': own({ user: true }),
    'a user of the second system with every permission': console.addUser(second.system.id, EVERYTHING),
    'a master of the second system': master,
    'a master of the first system': first.master,
  }
}
