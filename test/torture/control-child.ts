/**
 * The smallest control process that writes facts with their events while it delivers them, until it is
 * killed. What an earlier one left it takes up. Argument: `ChildOptions` as JSON.
 */
import type { ChannelId, ConnectionId, SystemId } from '../../service/contract/ids.ts'
import { WebhookClient } from '../../service/control/webhook/webhook-client.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { Random } from '../fuzz/random.ts'
import { openTestDatabase } from '../support/database.ts'
import { webhookParts } from '../support/webhook-parts.ts'
import { FARTHEST } from '../support/outgoing.ts'

export interface ChildOptions {
  readonly file: string
  /** Events that there are to be in the end. */
  readonly events: number
  /** Of one attempt, ms; the service has 10 s. */
  readonly timeoutMs: number
  readonly seed: number
}

interface Connection {
  readonly id: ConnectionId
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly url: string
  readonly minutes: number
}

/** Most events of one transaction, and the longest pause after it, ms. */
const LARGEST = 8
const PAUSE = 50

const { file, events, timeoutMs, seed } = JSON.parse(process.argv[2] ?? '') as ChildOptions
const random = new Random(seed)
const db = openTestDatabase(file)
const client = new WebhookClient(systemClock, { rules: () => FARTHEST })
const { dispatcher, outbox } = webhookParts(db, systemClock, createLogger('silent'), undefined, {
  post: (request) => client.post({ ...request, timeoutMs }),
  close: () => client.close(),
})
const connections = db.prepare<[], Connection>(
  `SELECT connections.id, system_id AS systemId, channel_id AS channelId, minutes,
     settings ->> 'event_webhook_url' AS url
   FROM connections JOIN channels ON channels.id = channel_id`,
)
const setMinutes = db.prepare<[number, string]>('UPDATE connections SET minutes = ? WHERE id = ?')

class Undone extends Error {}

/** Some connections get a minute older, each with its event; or none, in one of ten transactions. */
function write(count: number): void {
  db.transaction(() => {
    for (let i = 0; i < count; i++) {
      const { id, systemId, channelId, url, minutes } = random.pick(connections.all())
      const usage = { minutes: minutes + 1, receivedBytes: (minutes + 1) * 1000 }
      setMinutes.run(usage.minutes, id)
      const client = { channelId, connectionId: id }
      outbox.append({ systemId, client, url, type: 'connection.updated', usage })
    }
    if (random.once(10)) throw new Undone()
  })
}

function goOn(): void {
  const written = connections.all().reduce((sum, { minutes }) => sum + minutes, 0)
  if (written >= events) return
  try {
    write(Math.min(events - written, random.between(1, LARGEST)))
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  setTimeout(goOn, random.below(PAUSE))
}

dispatcher.start()
goOn()
// Timers of the clock keep no process alive.
setInterval(() => undefined, 60_000)
