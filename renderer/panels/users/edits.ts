/**
 * Changes of permissions that wait to be saved, in the order in which they were made. Each knows what the
 * operator saw when it began, so that a change of somebody else is noticed and not overwritten. Pure.
 */
import { PERMISSION_KEYS, type PermissionKey } from '../../../service/contract/console/users.ts'
import type { Permissions, User } from '../../api/users.ts'

/** One cell of one user. */
export interface Edit {
  readonly userId: number
  readonly key: PermissionKey
  /** What it becomes. */
  readonly to: boolean
  /** All of the user's permissions, as they were shown when the first of their cells was changed. */
  readonly seen: Permissions
}

export type Edits = readonly Edit[]

const isCell = (edit: Edit, userId: number, key: PermissionKey) => edit.userId === userId && edit.key === key

/** What a cell shows. */
export function shown(edits: Edits, user: User, key: PermissionKey): boolean {
  return edits.find((edit) => isCell(edit, user.userId, key))?.to ?? user.permissions[key]
}

/** Changes a cell, or takes its change back. */
export function toggled(edits: Edits, user: User, key: PermissionKey): Edits {
  const others = edits.filter((edit) => !isCell(edit, user.userId, key))
  if (others.length < edits.length) return others
  const seen = edits.find(({ userId }) => userId === user.userId)?.seen ?? user.permissions
  return [...others, { userId: user.userId, key, to: !user.permissions[key], seen }]
}

/** Without the last change. */
export const undone = (edits: Edits): Edits => edits.slice(0, -1)

export const without = (edits: Edits, userId: number): Edits => edits.filter((edit) => edit.userId !== userId)

/** By user, in the order of their first change. */
export const byUser = (edits: Edits): ReadonlyMap<number, Edits> => Map.groupBy(edits, ({ userId }) => userId)

/** The members of the request. */
export const wanted = (edits: Edits): Partial<Permissions> =>
  Object.fromEntries(edits.map(({ key, to }) => [key, to]))

/**
 * What somebody else changed since.
 * @param edits of one user
 * @param fresh the user as read just now; undefined when there is no such user any more
 */
export function staleness(edits: Edits, fresh: User | undefined): 'gone' | readonly PermissionKey[] {
  if (fresh === undefined) return 'gone'
  const seen = edits[0]?.seen
  return PERMISSION_KEYS.filter((key) => seen !== undefined && seen[key] !== fresh.permissions[key])
}

/** The same wishes on top of what is there now; those that came true meanwhile are dropped. */
export function rebased(edits: Edits, fresh: User): Edits {
  return edits
    .filter(({ userId, key, to }) => userId !== fresh.userId || fresh.permissions[key] !== to)
    .map((edit) => (edit.userId === fresh.userId ? { ...edit, seen: fresh.permissions } : edit))
}
