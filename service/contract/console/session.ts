/** Signing in by link or by e-mail, who is signed in, and signing out. */
import { z } from 'zod'
import { loginRequest } from '../option-api.ts'
import { anyText, textOf } from '../text.ts'
import { nothing } from './nothing.ts'
import { json } from './route.ts'
import type { Shown } from './route.ts'

const path = '/console/api/session'

/** Header by which the refusals of a call are answered as the public API does, `live` or `option`, that it names. */
export const REFUSALS_AS = 'x-airdesk-refusals'

const entryRequest = z.object({ entry: textOf(1, 256) })

export const sessionView = z.strictObject({
  user: z.strictObject({
    userId: z.int(),
    name: anyText,
    email: anyText,
    /** A master has every permission. */
    isMaster: z.boolean(),
    permissions: z.strictObject({
      delivery: z.boolean(),
      view: z.boolean(),
      schedule: z.boolean(),
      user: z.boolean(),
    }),
  }),
  system: z.strictObject({ name: anyText, timeZone: anyText }),
})
export type SessionView = Shown<typeof sessionView>

export const sessionApi = {
  enter: json({
    method: 'POST',
    path,
    who: 'public',
    summary: 'Signs in by an entry token, which is used up; sets the cookie.',
    body: entryRequest,
    answer: sessionView,
    errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS'],
  }),
  logIn: json({
    method: 'POST',
    path: '/console/api/login',
    who: 'public',
    summary: 'Signs in as the option API does; sets the cookie.',
    body: loginRequest,
    answer: sessionView,
    errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS'],
  }),
  newEntry: json({
    method: 'POST',
    path: '/console/api/entry',
    who: 'public',
    summary: 'Exchanges the standing entry token of a program of the owner for one that signs in once.',
    body: entryRequest,
    answer: z.strictObject({ entry: anyText }),
    errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS'],
  }),
  current: json({
    method: 'GET',
    path,
    who: 'signed-in',
    summary: 'Who is signed in.',
    answer: sessionView,
  }),
  leave: json({
    method: 'DELETE',
    path,
    who: 'public',
    summary: 'Signs out, where somebody is signed in.',
    answer: nothing,
  }),
}
