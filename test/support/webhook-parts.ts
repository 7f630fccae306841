/** The webhook folder put together over a real database, as the service does it. */
import { EventDispatcher } from '../../service/control/webhook/dispatcher.ts'
import type { DispatcherParts } from '../../service/control/webhook/dispatcher.ts'
import { EventOutbox } from '../../service/control/webhook/outbox.ts'
import { AuthWebhook } from '../../service/control/webhook/auth-webhook.ts'
import type { WebhookStore } from '../../service/control/webhook/webhook-store.ts'
import { SfuAuthWebhook } from '../../service/control/webhook/sfu-auth-webhook.ts'
import { WebhookClient } from '../../service/control/webhook/webhook-client.ts'
import { WebhookLog } from '../../service/control/webhook/webhook-log.ts'
import type { Quotas } from '../../service/control/system/quotas.ts'
import { WaitingBound } from '../../service/control/webhook/waiting-bound.ts'
import type { Database } from '../../service/control/store/database.ts'
import { webhookLogStore } from '../../service/control/store/webhook-log.ts'
import { webhookStore } from '../../service/control/store/webhooks.ts'
import type { Clock } from '../../service/platform/clock.ts'
import { createLogger } from '../../service/platform/logger.ts'
import type { Logger } from '../../service/platform/logger.ts'
import { FARTHEST } from './outgoing.ts'

export interface WebhookParts {
  readonly store: WebhookStore
  readonly outbox: EventOutbox
  readonly dispatcher: EventDispatcher
  readonly auth: AuthWebhook
  readonly sfuAuth: SfuAuthWebhook
  readonly log: WebhookLog
}

/** The dispatcher is not started. Retries are not spread. */
export function webhookParts(
  db: Database,
  clock: Clock,
  logger: Logger = createLogger('silent'),
  store: WebhookStore = webhookStore(db),
  client: DispatcherParts['client'] = new WebhookClient(clock, { rules: () => FARTHEST }),
  quotas?: Quotas,
): WebhookParts {
  const select = db.prepare<[string], string>('SELECT webhook_secret FROM systems WHERE id = ?').pluck()
  const secret = (systemId: string) => select.get(systemId) ?? ''
  const dispatcher = new EventDispatcher({ store, client, secret, clock, random: () => 0.5, logger })
  const asking = { store, client, secret, clock, logger }
  const bound = quotas && new WaitingBound({ store, quotas, dispatcher, transactions: db, clock, logger })
  const outbox = new EventOutbox(store, db, clock, () => dispatcher.wake(), bound)
  return {
    store,
    dispatcher,
    outbox,
    auth: new AuthWebhook(asking),
    sfuAuth: new SfuAuthWebhook(asking),
    log: new WebhookLog({
      ...{ store: webhookLogStore(db), transactions: db, dispatcher, events: outbox, client, secret, clock },
      ...(quotas && { quota: quotas }),
    }),
  }
}
