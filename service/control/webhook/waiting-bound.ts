import type { SystemId } from '../../contract/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Quotas } from '../system/quotas.ts'
import type { Transactions } from '../transactions.ts'
import type { EventDispatcher } from './dispatcher.ts'
import type { WebhookStore } from './webhook-store.ts'

export interface WaitingBoundParts {
  readonly store: Pick<WebhookStore, 'giveUpOldest'>
  readonly quotas: Pick<Quotas, 'room'>
  readonly dispatcher: Pick<EventDispatcher, 'forget'>
  readonly transactions: Transactions
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Holds how many webhooks of a system wait. What happened is always told: a broadcast does not fail because an
 * endpoint does. The webhook that was written first gives way instead; it stays in the log, with why, and can be sent
 * again.
 */
export class WaitingBound {
  readonly #parts: WaitingBoundParts

  constructor(parts: WaitingBoundParts) {
    this.#parts = parts
  }

  /**
   * Gives up one event where there is no room for another, in the transaction of who writes that. It is never more
   * than one: a limit that is set too low by a slip costs no heap of events at once.
   */
  makeRoom(systemId: SystemId): void {
    const { store, quotas, dispatcher, transactions, clock, logger } = this.#parts
    if (quotas.room(systemId, 'webhooks') > 0) return
    const eventId = store.giveUpOldest(systemId, clock.now())
    if (eventId === null) return
    transactions.afterCommit(() => {
      dispatcher.forget(eventId)
      logger.warn({ eventId, systemId }, 'event webhook given up, as too many of the system wait')
    })
  }
}
