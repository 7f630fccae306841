/** Requests and responses of the option API that this version answers (specification: Option API). */
import { z } from 'zod'

/** Lengths are counted in Unicode code points, as everywhere in both APIs. */
const codePoints = (s: string) => [...s].length

export const emailSchema = z
  .string({ error: 'must be a string' })
  .max(254, 'must be at most 254 characters')
  .regex(
    /^[^\s@"(),:;<>[\]\\]+@[^\s@."(),:;<>[\]\\]+(\.[^\s@."(),:;<>[\]\\]+)*$/,
    'must be an e-mail address',
  )

/** Specification: `n < 8`; the decision adds that it must not be empty. */
export const passwordSchema = z
  .string({ error: 'must be a string' })
  .refine((s) => codePoints(s) > 0 && codePoints(s) < 8, 'must have 1 to 7 characters')

export const accessCodeSchema = z
  .string({ error: 'must be a string' })
  .refine((s) => codePoints(s) > 0 && codePoints(s) <= 128, 'must have 1 to 128 characters')

export const loginRequest = z.object({
  email: emailSchema,
  password: passwordSchema,
  access_code: accessCodeSchema,
})

export const loginResponse = z.strictObject({
  token: z.string(),
  /** `Y/m/d H:i:s` in the system's time zone. */
  expires_at: z.string().regex(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/),
})

export const optionErrorResponse = z.strictObject({
  ok: z.literal(false),
  error: z.strictObject({
    code: z.string().regex(/^[A-Z_]+$/),
    message: z.string(),
    details: z.array(z.strictObject({ member: z.string(), rule: z.string() })).optional(),
  }),
})
