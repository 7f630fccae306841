/** Requests of the option API that are right, to be spoilt. */

export const HOUR_MS = 3_600_000

/** A time as requests write it. @param at milliseconds since 1970, on the clocks of the zone that is meant */
export const asRequested = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')

let nextHour = 0
/** An hour of the year 2100 that no other schedule has. */
export function freeHour() {
  const at = Date.UTC(2100, 0, 1, nextHour++)
  return { start_datetime: asRequested(at), end_datetime: asRequested(at + HOUR_MS) }
}

export const scheduleOf = (more: object = {}) => ({
  ...freeHour(),
  name: 'Morning show',
  service_params: [],
  ...more,
})

let userCount = 0
/** A user who may do nothing. */
export const userOf = (more: object = {}) => ({
  name: 'Ann',
  email: `user-${++userCount}@example.com`,
  password: 'secret1',
  ...{ delivery: false, view: false, schedule: false, user: false },
  ...more,
})
