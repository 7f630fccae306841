/** Settings of a system, for its masters. */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import { secret } from '../secret.ts'
import { anyText, nameOf, textOf } from '../text.ts'
import { json } from './route.ts'
import type { Shown } from './route.ts'

const name = nameOf(1, 60)

/** Least length of passwords where a system replaces the specified rule, code points. */
const PASSWORD_LENGTH_RULE = breaks('nullOrInteger', { min: 1, max: 64 })
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
export type SystemSettings = Shown<typeof systemSettingsResponse>

/** Standard Webhooks: `whsec_` and base64. */
export const webhookSecretResponse = z.strictObject({ webhookSecret: secret('webhookSecret', anyText) })

const path = '/console/api/system'
const webhookSecret = `${path}/webhook-secret` as const

export const systemApi = {
  read: json({
    method: 'GET',
    path,
    who: 'master',
    summary: 'Name, time zone and password rule of the system.',
    answer: systemSettingsResponse,
  }),
  change: json({
    method: 'PATCH',
    path,
    who: 'master',
    summary: 'Changes settings of the system; what is left out stays.',
    audit: 'system.changed',
    body: changeSystemRequest,
    answer: systemSettingsResponse,
  }),
  webhookSecret: json({
    method: 'GET',
    path: webhookSecret,
    who: 'master',
    summary: 'The secret that webhooks are signed with.',
    audit: 'secret.shown',
    answer: webhookSecretResponse,
  }),
  rotateWebhookSecret: json({
    method: 'POST',
    path: `${webhookSecret}/rotate`,
    who: 'master',
    summary: 'Makes a new secret; the old one signs nothing any more.',
    audit: 'secret.rotated',
    answer: webhookSecretResponse,
  }),
}
