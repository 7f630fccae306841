import type { SystemId, UserId } from '../../../contract/ids.ts'
import type { Identity } from '../../identity/identity.ts'
import type { User } from '../../identity/user.ts'

/** Which masters look at the console as somebody else sees it. Kept while the service runs. */
export class ViewAs {
  readonly #find: (systemId: SystemId, userId: UserId) => User | null
  /** By the token of the session that looks. */
  readonly #looking = new Map<string, UserId>()

  /** @param find a user of the system; null where it has no such one */
  constructor(find: (systemId: SystemId, userId: UserId) => User | null) {
    this.#find = find
  }

  /** @returns the user; null, and nothing happens, where the system has no such one */
  begin(token: string, systemId: SystemId, userId: UserId): User | null {
    const user = this.#find(systemId, userId)
    if (user) this.#looking.set(token, userId)
    return user
  }

  end(token: string): void {
    this.#looking.delete(token)
  }

  /** As whom the session of a master looks; null where it looks for itself, or who it looked as was deleted. */
  of(token: string, systemId: SystemId): User | null {
    const userId = this.#looking.get(token)
    return userId === undefined ? null : this.#find(systemId, userId)
  }
}

/** Of users of the own system. */
export function viewAsOf({ store }: Pick<Identity, 'store'>): ViewAs {
  return new ViewAs((systemId, userId) => {
    const user = store.users.find(userId)
    return user?.systemId === systemId ? user : null
  })
}
