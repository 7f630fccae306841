/** Access tokens of the live API, for masters. */
import type { z } from 'zod'
import type { AccessTokenList, createAccessTokenResponse } from '../../service/contract/console-access.ts'
import { call } from './http.ts'

export type AccessToken = AccessTokenList['accessTokens'][number]
export type NewAccessToken = z.output<typeof createAccessTokenResponse>

/** What the list is known by among the queries. */
export const TOKENS_KEY = ['access-tokens'] as const

const path = '/console/api/access-tokens'

/** Oldest first, revoked ones included. */
export const listAccessTokens = async (): Promise<readonly AccessToken[]> =>
  (await call<AccessTokenList>({ method: 'GET', path })).accessTokens

/** The answer holds the token, this once. @throws ApiError BAD_REQUEST with its members */
export const createAccessToken = (name: string) =>
  call<NewAccessToken>({ method: 'POST', path, body: { name } })

export const revokeAccessToken = (id: string) =>
  call<object>({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` })
