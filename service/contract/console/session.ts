/** Signing in by link or by e-mail, who is signed in, and signing out. */
import { z } from 'zod'
import { loginRequest } from '../option-api.ts'
import { secret } from '../secret.ts'
import { anyText, textOf } from '../text.ts'
import { nothing } from './nothing.ts'
import { json } from './route.ts'
import type { Shown } from './route.ts'

/** What the command line says of itself as User-Agent; a claim, like all that clients say. */
export const COMMAND_LINE = 'airdesk-command-line'

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
  /** The master who looks at the console as this user sees it, and changes nothing; null for the user. */
  viewedBy: z.strictObject({ name: anyText }).nullable(),
})
export type SessionView = Shown<typeof sessionView>

/** Signed in; or signed in for another address of the console, which takes the session up and keeps its cookie apart. */
export const enteredResponse = z.union([sessionView, z.strictObject({ goOnAt: secret('goOnAt', anyText) })])
export type Entered = Shown<typeof enteredResponse>

export const sessionApi = {
  enter: json({
    method: 'POST',
    path,
    who: 'public',
    summary:
      'Signs in by an entry token, which is used up; sets the cookie, or tells a browser where it is kept.',
    audit: 'session.opened',
    body: entryRequest,
    answer: enteredResponse,
    errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS'],
  }),
  logIn: json({
    method: 'POST',
    path: '/console/api/login',
    who: 'public',
    summary: 'Signs in as the option API does; sets the cookie, or tells a browser where it is kept.',
    audit: 'session.opened',
    body: loginRequest,
    answer: enteredResponse,
    errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS'],
  }),
  newEntry: json({
    method: 'POST',
    path: '/console/api/entry',
    who: 'public',
    summary: 'Exchanges the standing entry token of a program of the owner for one that signs in once.',
    audit: 'entry.made',
    body: entryRequest,
    /** `url` is the console's own page with the entry; null where it is found at the address of this call only. */
    answer: z.strictObject({ entry: anyText, url: anyText.nullable() }),
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
    audit: 'session.closed',
    answer: nothing,
  }),
  viewAs: json({
    method: 'PUT',
    path: `${path}/view`,
    who: 'master',
    asOneself: true,
    audit: 'user.viewed-as',
    summary:
      'Shows the console as a user of the system sees it, until that is ended: this session changes nothing then.',
    body: z.object({ userId: z.int() }),
    answer: sessionView,
    errors: ['NOT_FOUND'],
  }),
  endViewAs: json({
    method: 'DELETE',
    path: `${path}/view`,
    who: 'signed-in',
    asOneself: true,
    audit: null,
    summary: 'Shows the console as who is signed in sees it.',
    answer: sessionView,
  }),
}
