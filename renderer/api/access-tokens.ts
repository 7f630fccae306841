/** Access tokens of the live API, for masters. */
import type { AccessTokenList } from '../../service/contract/console/access-tokens.ts'
import { api, call } from './client.ts'

export type AccessToken = AccessTokenList['accessTokens'][number]

/** What the list is known by among the queries. */
export const TOKENS_KEY = ['access-tokens'] as const

/** Oldest first, revoked ones included. */
export const listAccessTokens = async (): Promise<readonly AccessToken[]> =>
  (await call(api.accessTokens.list)).accessTokens

/** The answer holds the token, this once. @throws ApiError BAD_REQUEST with its members */
export const createAccessToken = (name: string) => call(api.accessTokens.create, { body: { name } })

export const revokeAccessToken = (id: string) => call(api.accessTokens.revoke, { params: { id } })
