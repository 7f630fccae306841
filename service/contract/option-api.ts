/** Requests and responses of the option API (specification: Option API). */
import { z } from 'zod'
import { breaks } from './refusal/carried.ts'
import { MAX_RENDITIONS, renditionSchema } from './rendition.ts'
import { secret } from './secret.ts'
import { anyText, codePoints, flag, idText, integerOf, isPlain, nameOf, textOf } from './text.ts'

const MAX_EMAIL_LENGTH = 254

/** An address as a user may have had it for long. */
export const emailSchema = anyText
  .max(MAX_EMAIL_LENGTH, breaks('emailLength', { max: MAX_EMAIL_LENGTH }))
  .regex(/^[^\s@"(),:;<>[\]\\]+@[^\s@."(),:;<>[\]\\]+(\.[^\s@."(),:;<>[\]\\]+)*$/, breaks('email'))

/** The parts before the @ (RFC 5322 3.2.3, dot-atom) and after it (RFC 1034 3.5, labels). */
const isDotted = (part: string) => part.split('.').every((one) => one !== '')
const isHost = (part: string) => part.split('.').every((label) => !/^-|-$/.test(label))

/** Of an address that is new here: mail can be delivered to no other. */
export const newEmailSchema = emailSchema.refine((email) => {
  const [local = '', host = ''] = email.split('@')
  return isDotted(local) && isHost(host) && isPlain(email)
}, breaks('email'))

/** E-mails are unique in a system, and compared, in this form. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase()
}

/** Longest password that is taken where a system has replaced the specified rule, code points. */
export const MAX_PASSWORD_LENGTH = 128

/** Specification: `n < 8`; the decision adds that it must not be empty. */
export const passwordSchema = textOf(1, 7)

/**
 * A password as far as every system agrees on it. A system may replace the specified rule by a least
 * length; which one holds is known only once the system is, so the password rules of identity decide.
 */
export const anyPasswordSchema = secret(
  'password',
  anyText
    .min(1, breaks('notEmpty'))
    .refine(
      (s) => codePoints(s) <= MAX_PASSWORD_LENGTH,
      breaks('maxCharacters', { max: MAX_PASSWORD_LENGTH }),
    )
    .meta({ maxLength: MAX_PASSWORD_LENGTH }),
).describe('Fewer than 8 characters, unless the system has a least length instead of that rule.')

export const accessCodeSchema = secret('access_code', textOf(1, 128)).describe(
  'One for the whole system; every login needs it.',
)

const tokenSchema = secret('token', anyText)

export const loginRequest = z.object({
  email: emailSchema,
  password: anyPasswordSchema,
  access_code: accessCodeSchema,
})

const optionDateTime = /^(\d{4})\/(\d{2})\/(\d{2}) (\d{2}):(\d{2}):(\d{2})$/
const DATE_TIME_RULE = breaks('dateTime')

/** True for a moment that calendars and clocks have; a zone may still skip it. */
function isCalendarDateTime(text: string): boolean {
  if (!optionDateTime.test(text) || text < '1970' || text >= '9999') return false
  const iso = text.replace(optionDateTime, '$1-$2-$3T$4:$5:$6.000Z')
  const moment = new Date(iso)
  // A day that the month does not have is one of another month.
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === iso
}

/** `Y/m/d H:i:s` on the clocks of the system's time zone, as requests have it. */
const dateTimeSchema = z
  .string({ error: DATE_TIME_RULE })
  .refine(isCalendarDateTime, DATE_TIME_RULE)
  .meta({
    pattern: optionDateTime.source,
    description: "`YYYY/MM/DD HH:MM:SS` in the system's time zone.",
    examples: ['2026/11/20 19:00:00'],
  })

export const loginResponse = z.strictObject({
  token: tokenSchema,
  expires_at: z.string().regex(optionDateTime).describe("`YYYY/MM/DD HH:MM:SS` in the system's time zone."),
})

export const nameSchema = nameOf(1, 30)

/** As the listings of schedules and chat have it. */
const listedDateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  .describe("`YYYY-MM-DDTHH:MM:SS` in the system's time zone.")

export const okResponse = z.strictObject({ ok: z.literal(true) })
export const noParameters = z.object({})

const period = { start_datetime: dateTimeSchema, end_datetime: dateTimeSchema, name: nameSchema }
/**
 * The form orders as time does: year first, every part with all its digits. What is no time at all is
 * told of already, and is neither earlier nor later.
 */
const endsAfterStart = ({ start_datetime: start, end_datetime: end }: Record<keyof typeof period, string>) =>
  end > start || !isCalendarDateTime(start) || !isCalendarDateTime(end)
const endsAfterStartFault = { error: breaks('laterThanStart'), path: ['end_datetime'] }

export const scheduleIdRequest = z.object({ schedule_id: idText })
export const createScheduleRequest = z
  .object({
    ...period,
    service_params: z
      .array(renditionSchema, { error: breaks('renditionArray') })
      .max(MAX_RENDITIONS, breaks('maxRenditions', { max: MAX_RENDITIONS }))
      .describe('Renditions of the HLS output. Empty: no HLS.'),
  })
  .refine(endsAfterStart, endsAfterStartFault)
export const createScheduleResponse = z.strictObject({ schedule_id: idText })
export const changeScheduleRequest = z
  .object({ schedule_id: idText, ...period })
  .refine(endsAfterStart, endsAfterStartFault)
export const listSchedulesResponse = z.array(
  z.strictObject({
    schedule_id: idText,
    name: z.string(),
    start_datetime: listedDateTime,
    end_datetime: listedDateTime,
    created_datetime: listedDateTime,
    created_user_name: z.string(),
  }),
)

export const deliveryResponse = z.strictObject({
  channel_id: idText,
  sfu_url: idText.describe('Signaling URL that the broadcaster connects to.'),
})
export const viewResponse = z.strictObject({ playlist_url: idText.describe('HLS playlist.') })

const userIdSchema = integerOf(1, Number.MAX_SAFE_INTEGER)
const granted = z.union([z.literal(0), z.literal(1)]).describe('1: granted, 0: not granted.')
export const listUsersResponse = z.array(
  z.strictObject({
    user_id: userIdSchema,
    name: z.string(),
    email: z.string(),
    is_master: z.boolean(),
    created_datetime: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
      .describe("`YYYY-MM-DD HH:MM:SS` in the system's time zone."),
    permissions: z.strictObject({ delivery: granted, view: granted, schedule: granted, user: granted }),
  }),
)

const permissions = {
  delivery: flag.describe('May broadcast.'),
  view: flag.describe('May watch.'),
  schedule: flag.describe('May manage schedules.'),
  user: flag.describe('May manage users.'),
}
export const createUserRequest = z.object({
  name: nameSchema,
  email: newEmailSchema,
  password: anyPasswordSchema,
  ...permissions,
})
export const createUserResponse = z.strictObject({ ok: z.literal(true), user_id: userIdSchema })
export const changeUserRequest = z.object({
  user_id: userIdSchema,
  name: nameSchema.optional(),
  password: anyPasswordSchema.optional(),
  delivery: permissions.delivery.optional(),
  view: permissions.view.optional(),
  schedule: permissions.schedule.optional(),
  user: permissions.user.optional(),
})
export const userIdRequest = z.object({ user_id: userIdSchema })

export const changePasswordRequest = z.object({ password: anyPasswordSchema.optional() })
export const changeAccessCodeRequest = z.object({ access_code: accessCodeSchema })

export const listChatRequest = z.object({
  schedule_id: idText,
  after: idText.optional().describe('Only messages after the one with this message_id.'),
  limit: integerOf(1, 1000).optional().describe('At most so many, the oldest ones. All when left out.'),
})
export const listChatResponse = z.strictObject({
  ok: z.literal(true),
  messages: z.array(
    z.strictObject({
      message_id: idText,
      schedule_id: idText,
      user_id: userIdSchema,
      user_name: z.string(),
      body: z.string(),
      created_datetime: listedDateTime,
    }),
  ),
})
export const sendChatRequest = z.object({ schedule_id: idText, body: textOf(1, 50) })

export const optionErrorResponse = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.string().regex(/^[A-Z_]+$/),
    message: z.string(),
    details: z.array(z.strictObject({ member: z.string(), rule: z.string() })).optional(),
  }),
})
