import type { Login } from '../../identity/login.ts'
import type { FiringSources } from './sources.ts'

const NONE = { webhooks: 0, recordings: 0, incidents: 0 }

/** Who may try to sign in again, and when: that is in memory only. */
export function loginLimitSource(login: Pick<Login, 'waiting'>): FiringSources {
  const ends = () =>
    login.waiting().map(({ key, until }) => ({ kind: 'login-limit.released' as const, at: until, of: key }))
  return {
    happened: () => [],
    ends: (after, until) => ends().filter(({ at }) => at > after && at <= until),
    rowsUntil: () => NONE,
    next: () => ends().toSorted((a, b) => a.at - b.at)[0] ?? null,
  }
}
