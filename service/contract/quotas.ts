/** What of a further system is bounded. */

/** How many it may have, of exports and webhooks at once, and calls of one token or user in a minute. */
export const DEFAULT_QUOTAS = {
  channels: 2000,
  schedules: 1000,
  users: 500,
  tokens: 100,
  destinations: 50,
  exports: 2,
  webhooks: 10_000,
  calls: 6000,
} as const
export type QuotaName = keyof typeof DEFAULT_QUOTAS
export type QuotaLimits = Readonly<Record<QuotaName, number>>
export const QUOTA_NAMES = Object.keys(DEFAULT_QUOTAS) as readonly QuotaName[]

/** The highest limit that can be set; the lowest is 1. */
export const MAX_QUOTA = 999_999_999

/** What is counted one by one; calls are counted by the minute. */
export type CountedQuota = Exclude<QuotaName, 'calls'>
/** What a system has as many of as it may have, in a sentence. */
export const QUOTA_WORDS: Readonly<Record<CountedQuota, string>> = {
  channels: 'channels',
  schedules: 'schedules',
  users: 'users',
  tokens: 'tokens',
  destinations: 'destinations',
  exports: 'exports under way',
  webhooks: 'webhooks waiting for delivery',
}
