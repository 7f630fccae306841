import type { Emulator } from '../control/emulator/emulator.ts'
import { faultyWebhooks } from '../control/emulator/faults/faulty-webhooks.ts'
import type { Identity } from '../control/identity/identity.ts'
import { webhookSecretOf } from '../control/identity/systems.ts'
import type { Database } from '../control/store/database.ts'
import { webhookLogStore } from '../control/store/webhook-log.ts'
import { webhookStore } from '../control/store/webhooks.ts'
import type { Tally } from '../control/metrics/tally.ts'
import { heardClient } from '../control/emulator/run-ear.ts'
import type { OutgoingPolicy } from '../control/system/outgoing-policy.ts'
import type { Quotas } from '../control/system/quotas.ts'
import { AuthWebhook } from '../control/webhook/auth-webhook.ts'
import { EventDispatcher } from '../control/webhook/dispatcher.ts'
import { EventOutbox } from '../control/webhook/outbox.ts'
import { SfuAuthWebhook } from '../control/webhook/sfu-auth-webhook.ts'
import type { WebhookSecret } from '../control/webhook/signature.ts'
import { WaitingBound } from '../control/webhook/waiting-bound.ts'
import { WebhookRetention } from '../control/webhook/retention.ts'
import { WebhookClient } from '../control/webhook/webhook-client.ts'
import { WebhookLog } from '../control/webhook/webhook-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import { fractionFor } from '../platform/randomness.ts'

/** What sends webhooks, what remembers them, and what forgets them. Nothing is sent before it is started. */
export interface Webhooks {
  readonly dispatcher: EventDispatcher
  readonly auth: AuthWebhook
  readonly sfuAuth: SfuAuthWebhook
  readonly events: EventOutbox
  readonly webhookLog: WebhookLog
  readonly retention: WebhookRetention
}

interface WebhookNeeds {
  readonly clock: Clock
  /** Real time. */
  readonly machine: Clock
  readonly logger: Logger
  readonly emulator?: Emulator | null
}

interface WebhookSources {
  readonly tally: Tally
  readonly outgoing: OutgoingPolicy
  readonly quotas: Quotas
}

export function openWebhooks(
  { clock, machine, logger, emulator = null }: WebhookNeeds,
  database: Database,
  identity: Identity,
  { tally, outgoing, quotas }: WebhookSources,
): Webhooks {
  const store = webhookStore(database)
  const log = webhookLogStore(database)
  const secret: WebhookSecret = (systemId) => webhookSecretOf(identity, systemId)
  const plain = new WebhookClient(clock, {
    machine,
    rules: (systemId, url) => outgoing.rules(systemId, url),
  })
  const faulty = emulator ? faultyWebhooks(plain, { book: emulator.faults, clock, machine }) : plain
  const client = heardClient(tally.counting(faulty), emulator?.runs.ear ?? null)
  const parts = { store, client, secret, clock, logger }
  const dispatcher = new EventDispatcher({
    ...parts,
    machine,
    acts: emulator?.clock.rules ?? null,
    random: (key) => fractionFor('webhook retry', key),
  })
  const bound = new WaitingBound({ store, quotas, dispatcher, transactions: database, clock, logger })
  const events = new EventOutbox(store, database, clock, () => dispatcher.wake(), bound)
  return {
    dispatcher,
    auth: new AuthWebhook(parts),
    sfuAuth: new SfuAuthWebhook(parts),
    events,
    webhookLog: new WebhookLog({
      ...{ store: log, transactions: database, dispatcher, events, client, secret, clock },
      quota: quotas,
    }),
    retention: new WebhookRetention(log, clock, logger),
  }
}
