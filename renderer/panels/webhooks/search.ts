/** What the webhook log shows, as it stands in its address. Pure. */
import { WEBHOOK_STATES, type WebhookState } from '../../../service/contract/console-webhooks.ts'
import type { WebhookFilter } from '../../api/webhooks.ts'

export interface LogSearch {
  readonly state?: WebhookState
  readonly type?: string
  readonly channel?: string
  readonly url?: string
  /** A part of the URL, the ids or the body. */
  readonly q?: string
  /** The event whose details are shown. */
  readonly event?: string
}

const TEXTS = ['type', 'channel', 'url', 'q', 'event'] as const

/** Reads an address; what is unknown or empty is left out. The router reads digits as a number. */
export function readSearch(address: Readonly<Record<string, unknown>>): LogSearch {
  const state = WEBHOOK_STATES.find((one) => one === address['state'])
  const texts = TEXTS.flatMap((name) => {
    const value = address[name]
    return (typeof value === 'string' || typeof value === 'number') && value !== ''
      ? [[name, String(value)]]
      : []
  })
  return { ...(state === undefined ? {} : { state }), ...(Object.fromEntries(texts) as LogSearch) }
}

/** The same with some members changed; an empty text takes one out. */
export const changed = (search: LogSearch, change: Readonly<Record<string, string>>): LogSearch =>
  readSearch({ ...search, ...change })

/** What the engine is asked for. */
export function filterOf({ event: _, q, ...filter }: LogSearch): WebhookFilter {
  return q === undefined ? filter : { ...filter, search: q }
}

/** True when something is filtered out. */
export const isFiltered = (search: LogSearch) => Object.keys(filterOf(search)).length > 0
