/** Users, through the option API by the cookie, and what the console knows of them besides. */
import type { z } from 'zod'
import { PERMISSION_KEYS } from '../../service/contract/console/users.ts'
import type { PermissionKey } from '../../service/contract/console/users.ts'
import type { listUsersResponse } from '../../service/contract/option-api.ts'
import { api, call } from './client.ts'

/** What all of it is known by among the queries. */
export const USERS_KEY = ['users'] as const
export const PASSWORD_RULE_KEY = ['password-rule'] as const

export type Permissions = Readonly<Record<PermissionKey, boolean>>

export interface User {
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly isMaster: boolean
  /** `YYYY-MM-DD HH:MM:SS` on the clocks of the system. */
  readonly created: string
  readonly permissions: Permissions
}

export interface NewUser {
  readonly name: string
  readonly email: string
  /** Secret. */
  readonly password: string
  readonly permissions: Permissions
}

/** What is left out stays. */
export interface UserChange {
  readonly name?: string
  /** Secret. */
  readonly password?: string
  readonly permissions?: Partial<Permissions>
}

type Row = z.output<typeof listUsersResponse>[number]

/** A row of the list, where permissions are 1 and 0; in requests they are true and false. */
export function readUser({ user_id, name, email, is_master, created_datetime, permissions }: Row): User {
  const granted = PERMISSION_KEYS.map((key) => [key, permissions[key] === 1])
  return {
    userId: user_id,
    ...{ name, email, isMaster: is_master, created: created_datetime },
    permissions: Object.fromEntries(granted) as Permissions,
  }
}

/** Oldest first. @throws ApiError FORBIDDEN without the permission `user` */
export const listUsers = async (): Promise<readonly User[]> =>
  (await call(api.option.listUsers)).map(readUser)

/** @returns the new id @throws ApiError BAD_REQUEST with its members, EMAIL_TAKEN, FORBIDDEN */
export async function createUser({ permissions, ...user }: NewUser): Promise<number> {
  const body = { ...user, ...permissions }
  return (await call(api.option.createUser, { body })).user_id
}

/** @throws ApiError BAD_REQUEST with its members, NOT_FOUND, FORBIDDEN, MASTER_PERMISSIONS */
export const changeUser = (userId: number, { permissions, ...change }: UserChange) =>
  call(api.option.changeUser, { body: { user_id: userId, ...change, ...permissions } })

/** @throws ApiError NOT_FOUND, FORBIDDEN, LAST_MASTER */
export const deleteUser = (userId: number) => call(api.option.deleteUser, { query: { user_id: userId } })

/** Changes one's own; other sessions end. @throws ApiError BAD_REQUEST with its member */
export const changeOwnPassword = (password: string) => call(api.option.changePassword, { body: { password } })

/** @throws ApiError BAD_REQUEST with its member, FORBIDDEN for who is no master */
export const changeAccessCode = (code: string) =>
  call(api.option.changeAccessCode, { body: { access_code: code } })

/** @throws ApiError FORBIDDEN without the permission `user` */
export const readOverview = () => call(api.users.overview)

/** Ends the sessions of a user, but the one of this window. @throws ApiError NOT_FOUND, FORBIDDEN */
export const signOutUser = (userId: number) => call(api.users.signOut, { params: { id: userId } })

/** The open sessions of a user, newest first. @throws ApiError NOT_FOUND, FORBIDDEN */
export const readUserSessions = async (userId: number) =>
  (await call(api.users.sessions, { params: { id: userId } })).sessions

/** Ends one of them. @throws ApiError NOT_FOUND, FORBIDDEN */
export const endUserSession = (userId: number, session: string) =>
  call(api.users.endSession, { params: { id: userId, session } })

export const readPasswordRule = () => call(api.users.passwordRule)
