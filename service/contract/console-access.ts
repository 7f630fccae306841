/**
 * The console API for masters: access tokens, settings of their system, and, for masters of the first
 * system only, what is of the whole installation. Paths, authentication and errors as in `console.ts`.
 *
 *   GET    /console/api/access-tokens                                 → AccessTokenList
 *   POST   /console/api/access-tokens       { name }                  → { id, token }, the token this once
 *   DELETE /console/api/access-tokens/:id                             → {}  revokes it at once
 *   GET    /console/api/system                                        → SystemSettings
 *   PATCH  /console/api/system              any of SystemSettings     → SystemSettings
 *   GET    /console/api/system/webhook-secret                         → { webhookSecret }
 *   POST   /console/api/system/webhook-secret/rotate                  → { webhookSecret }, the new one
 *
 * First system only:
 *
 *   GET    /console/api/origins                                       → { origins }
 *   PUT    /console/api/origins             { origins }               → { origins }
 *   GET    /console/api/systems                                       → SystemList
 *   POST   /console/api/systems             NewSystemRequest          → NewSystemCredentials, this once
 *   POST   /console/api/verification/restart                          → {} once it runs again; ends the
 *          connections of the verification environment. 503 SERVICE_UNAVAILABLE when it does not start
 */
import { z } from 'zod'
import { accessCodeSchema, emailSchema, passwordSchema } from './option-api.ts'
import { secret } from './secret.ts'
import { anyText, idText, textOf } from './text.ts'

const name = textOf(1, 60)
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
export type AccessTokenList = z.output<typeof accessTokenListResponse>

/** Least length of passwords where a system replaces the specified rule, code points. */
const PASSWORD_LENGTH_RULE = 'must be null or an integer from 1 to 64'
const passwordMinLength = z
  .int(PASSWORD_LENGTH_RULE)
  .min(1, PASSWORD_LENGTH_RULE)
  .max(64, PASSWORD_LENGTH_RULE)
  .nullable()

/** Whether a time zone is known is for the service to say. */
export const changeSystemRequest = z.object({
  name: name.optional(),
  timeZone: textOf(1, 64).optional(),
  passwordMinLength: passwordMinLength.optional(),
})
export const systemSettingsResponse = z.strictObject({
  name: anyText,
  /** IANA name; zone-less datetimes of the option API are read and written in it. */
  timeZone: anyText,
  /** Null: the specified rule, fewer than 8 characters. 8 is recommended. */
  passwordMinLength: z.int().nullable(),
})
export type SystemSettings = z.output<typeof systemSettingsResponse>

/** Standard Webhooks: `whsec_` and base64. */
export const webhookSecretResponse = z.strictObject({ webhookSecret: secret('webhookSecret', anyText) })

const MAX_ORIGINS = 100
const ORIGIN_RULE =
  'must be http://host[:port] or https://host[:port] as browsers write it: no path, no *, no usual port'
const origin = textOf(1, 270)
  .refine(isOrigin, ORIGIN_RULE)
  .transform((text) => text.toLowerCase())

function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*]+$/i.test(text) || !URL.canParse(text)) return false
  return new URL(text).origin === text.toLowerCase()
}

export const setOriginsRequest = z.object({
  origins: z
    .array(origin, { error: 'must be an array of origins' })
    .max(MAX_ORIGINS, `must have at most ${MAX_ORIGINS} origins`),
})
/** Web pages of these origins may call both APIs; in alphabetical order. */
export const originsResponse = z.strictObject({ origins: z.array(anyText) })

/** Oldest first: the first is the one whose masters may see this. */
export const systemListResponse = z.strictObject({
  systems: z.array(
    z.strictObject({
      id: idText,
      name: anyText,
      timeZone: anyText,
      createdAt: moment,
      users: count,
      channels: count,
    }),
  ),
})
export type SystemList = z.output<typeof systemListResponse>

/** What is left out is generated; the time zone is the machine's. */
export const newSystemRequest = z.object({
  name,
  timeZone: textOf(1, 64).optional(),
  /** Of its first master. */
  email: emailSchema,
  password: secret('password', passwordSchema).optional(),
  accessCode: secret('accessCode', accessCodeSchema).optional(),
})
export const newSystemResponse = z.strictObject({
  id: idText,
  email: anyText,
  password: secret('password', anyText),
  accessCode: secret('accessCode', anyText),
  accessToken: secret('accessToken', anyText),
})
export type NewSystemCredentials = z.output<typeof newSystemResponse>
