/** Who may call something. A master has every permission; `public` needs nobody signed in. */
export type Permission =
  | 'public'
  | 'signed-in'
  | 'schedule'
  | 'delivery'
  | 'view'
  | 'user'
  | 'delivery or view'
  | 'master'

/** What a user may do. A master may do everything. */
export interface Rights {
  readonly isMaster: boolean
  readonly permissions: Readonly<Record<'delivery' | 'view' | 'schedule' | 'user', boolean>>
}

const GRANTED: Readonly<Record<Permission, (user: Rights) => boolean>> = {
  public: () => true,
  'signed-in': () => true,
  schedule: ({ permissions }) => permissions.schedule,
  delivery: ({ permissions }) => permissions.delivery,
  view: ({ permissions }) => permissions.view,
  user: ({ permissions }) => permissions.user,
  'delivery or view': ({ permissions }) => permissions.delivery || permissions.view,
  master: () => false,
}

/** True where somebody who is signed in has the permission: the service admits by it, the console draws by it. */
export const isGranted = (permission: Permission, user: Rights): boolean =>
  user.isMaster || GRANTED[permission](user)
