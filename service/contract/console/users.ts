/** Users with what the option API does not tell of them; making, changing and deleting goes through that API. */
import { z } from 'zod'
import type { UserId } from '../ids.ts'
import { nothing } from './nothing.ts'
import { json } from './route.ts'
import type { Shown } from './route.ts'
import { count, moment } from './units.ts'

/** Permission keys of the option API, in its order. */
export const PERMISSION_KEYS = ['delivery', 'view', 'schedule', 'user'] as const
export type PermissionKey = (typeof PERMISSION_KEYS)[number]

/** What a user was seen doing. Users who never signed in have none. */
const userActivity = z.strictObject({
  userId: z.int(),
  lastLoginAt: moment,
  /** Of a call or of an open console; to the minute. */
  lastSeenAt: moment,
  /** Open sessions of the option API and of the console. */
  optionSessions: count,
  consoleSessions: count,
})
export type UserActivity = Shown<typeof userActivity>

/** `operate`: what the console does with channels, connections and recordings; else `<METHOD> /api/…`. */
const grant = z.string()
export type Grant = z.output<typeof grant>

export const userOverview = z.strictObject({
  activity: z.array(userActivity),
  /** What each permission opens that nobody may without any, as it is enforced. */
  grants: z.strictObject({
    delivery: z.array(grant),
    view: z.array(grant),
    schedule: z.array(grant),
    user: z.array(grant),
  }),
  /** Null while the access code is the one that the system was made with. */
  accessCodeChangedAt: moment.nullable(),
})
export type UserOverview = Shown<typeof userOverview>

export const passwordRule = z.strictObject({
  /** Code points; null: the specified rule, fewer than 8 characters. */
  minLength: z.int().nullable(),
})
export type PasswordRule = Shown<typeof passwordRule>

/** An open session, which is a login token. */
const userSession = z.strictObject({
  /** Tells it from others and opens nothing. */
  id: z.string(),
  kind: z.enum(['option', 'console']),
  openedAt: moment,
  expiresAt: moment,
  /** Empty where it was opened by a link of the service itself. */
  remoteAddress: z.string(),
  /** What the program said of itself; may be empty. */
  client: z.string(),
  /** It is the one that asks. */
  isOwn: z.boolean(),
})
export type UserSession = Shown<typeof userSession>

const userId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform((text) => Number(text) as UserId)

export const userApi = {
  overview: json({
    method: 'GET',
    path: '/console/api/users',
    who: 'user',
    summary: 'What users were seen doing, and what each permission opens.',
    answer: userOverview,
  }),
  signOut: json({
    method: 'POST',
    path: '/console/api/users/:id/sign-out',
    who: 'user',
    summary: 'Ends the sessions of a user, but the one that asks. Only masters sign masters out.',
    audit: 'user.signed-out',
    params: { id: userId },
    answer: nothing,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  sessions: json({
    method: 'GET',
    path: '/console/api/users/:id/sessions',
    who: 'user',
    summary: 'The open sessions of a user, newest first. Only masters see those of masters.',
    params: { id: userId },
    answer: z.strictObject({ sessions: z.array(userSession) }),
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  endSession: json({
    method: 'POST',
    path: '/console/api/users/:id/sessions/:session/end',
    who: 'user',
    summary: 'Ends one session of a user. Only masters end those of masters.',
    audit: 'user.signed-out',
    params: { id: userId, session: z.string().regex(/^[0-9a-f]{16}$/) },
    answer: nothing,
    errors: ['NOT_FOUND', 'FORBIDDEN'],
  }),
  passwordRule: json({
    method: 'GET',
    path: '/console/api/password-rule',
    who: 'signed-in',
    summary: 'How long passwords have to be.',
    answer: passwordRule,
  }),
}
