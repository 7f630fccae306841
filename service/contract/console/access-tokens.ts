/** Access tokens of the live API. */
import { z } from 'zod'
import { secret } from '../secret.ts'
import { anyText, idText, nameOf } from '../text.ts'
import type { AccessTokenId } from '../ids.ts'
import { nothing } from './nothing.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'

const name = nameOf(1, 60)
/** Milliseconds since 1970 UTC. */
const moment = z.int()
const count = z.int().min(0)

export const createAccessTokenRequest = z.object({ name })
export const createAccessTokenResponse = z.strictObject({ id: idText, token: secret('token', anyText) })

/** Oldest first, revoked ones included; never the token itself. */
export const accessTokenListResponse = z.strictObject({
  accessTokens: z.array(
    z.strictObject({
      id: idText,
      name: anyText,
      /** First characters, to tell tokens apart. */
      prefix: anyText,
      createdAt: moment,
      /** To the minute; null before the first use. */
      lastUsedAt: moment.nullable(),
      revokedAt: moment.nullable(),
      /** Channels made with it that are not deleted. They outlive it. */
      channels: count,
    }),
  ),
})
export type AccessTokenList = Shown<typeof accessTokenListResponse>

const path = '/console/api/access-tokens'

export const accessTokenApi = {
  list: json({
    method: 'GET',
    path,
    who: 'master',
    summary: 'Access tokens of the system, oldest first, without the tokens themselves.',
    answer: accessTokenListResponse,
  }),
  create: json({
    method: 'POST',
    path,
    who: 'master',
    summary: 'Makes an access token, which is shown this once.',
    audit: 'token.created',
    body: createAccessTokenRequest,
    answer: createAccessTokenResponse,
  }),
  revoke: json({
    method: 'DELETE',
    path: `${path}/:id`,
    who: 'master',
    summary: 'Revokes an access token at once.',
    audit: 'token.revoked',
    params: { id: idParam<AccessTokenId>() },
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
}
