/** What of a further system is bounded. */

/** How many it may have, and calls of one token or user in a minute. */
export const DEFAULT_QUOTAS = {
  channels: 2000,
  schedules: 1000,
  users: 500,
  tokens: 100,
  destinations: 50,
  calls: 6000,
} as const
export type QuotaName = keyof typeof DEFAULT_QUOTAS
export type QuotaLimits = Readonly<Record<QuotaName, number>>
