import { afterEach, beforeEach, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { IngestInMemory } from '../../../test/support/ingest-in-memory.ts'
import { OPEN_DOOR } from '../../../test/support/open-door.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { toldRecordings } from '../../../test/support/told-recordings.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { channelRepository } from '../store/channels.ts'
import { connectionStore } from '../store/connections.ts'
import type { Database } from '../store/database.ts'
import { encryptionKeyStore } from '../store/encryption-keys.ts'
import { channelState } from './channel-state.ts'
import type { RtmpChannel } from './dependencies.ts'
import { LiveChannels } from './live-channels.ts'
import { Publishers } from './publishers.ts'

const START = 1_000_000
let clock: ManualClock
let db: Database
let broadcasts: LiveChannels
let publishers: Publishers
let ingest: IngestInMemory
let channel: RtmpChannel
const lines: string[] = []

beforeEach(() => {
  lines.length = 0
  clock = new ManualClock(START)
  db = openTestDatabase()
  channel = addChannel(db, addSystem(db))
  ingest = new IngestInMemory()
  const logger = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const { auth, outbox } = webhookParts(db, clock)
  const parts = {
    ...{ channels: channelRepository(db), connections: connectionStore(db), keys: encryptionKeyStore(db) },
    ...{ recordings: toldRecordings(), transactions: db, auth, events: outbox, clock, logger },
    ...{ media: ingest, ingest: ingest.topics, renditionPlan: () => [], door: OPEN_DOOR },
  }
  broadcasts = new LiveChannels(parts)
  publishers = new Publishers(parts, broadcasts)
})
afterEach(() => {
  expect(lines).toEqual([])
  broadcasts.close()
  db.close()
})

async function accepted(): Promise<ConnectionId> {
  const request = { channelId: channel.channelId, query: '', remoteAddress: '10.0.0.7', encoder: 'OBS 29' }
  const reply = await publishers.authorize(request, { alive: true })
  if (!reply.allow) throw new Error(reply.reason)
  return reply.connectionId
}

/** One that viewers see. */
async function onAir(): Promise<ConnectionId> {
  const connectionId = await accepted()
  ingest.topics.tell('playlist.ready', { connectionId })
  return connectionId
}

const end = (connectionId: ConnectionId, reason: CloseReason) =>
  ingest.topics.tell('connection.closed', { connectionId, reason, receivedBytes: 1 })
const endMarkOf = (connectionId: ConnectionId) => ingest.topics.tell('playlist.ended', { connectionId })

/** The state of the channel, since when it is on air, and which connections it has. */
function seen() {
  const activity = broadcasts.activity(channel.channelId)
  const { state } = channelState(activity, clock.now(), 2)
  return [state, activity.onAirSince, activity.connections.map(({ connectionId }) => connectionId)]
}

it.each<CloseReason>(['operator-closed', 'channel-deleted'])(
  'an encoder that was ended on purpose (%s) is off air at once; one that comes back begins anew',
  async (reason) => {
    const id = await onAir()
    clock.advance(1_000)
    expect(seen()).toEqual(['playable', START, [id]])
    end(id, reason)
    expect(seen()).toEqual(['ended', null, []])
    expect(broadcasts.activity(channel.channelId).lastEnd).toEqual({ at: START + 1_000, reason })
    // Before its end mark is told.
    const back = await accepted()
    expect(seen()).toEqual(['receiving', null, [back]])
    ingest.topics.tell('playlist.ready', { connectionId: back })
    endMarkOf(id)
    expect(seen()).toEqual(['playable', START + 1_000, [back]])
    expect(broadcasts.find(id)).toBeNull()
  },
)

it('an end on purpose leaves who else sends on air, and then waits for nobody who went before', async () => {
  const [vanished, ended, last] = [await onAir(), await onAir(), await onAir()]
  end(vanished, 'client-lost')
  end(ended, 'operator-closed')
  expect(seen()).toEqual(['playable', START, [last, vanished]])
  end(last, 'operator-closed')
  expect(seen()).toEqual(['ended', null, []])
  for (const id of [vanished, ended, last]) endMarkOf(id)
  expect([vanished, ended, last].map((id) => broadcasts.find(id))).toEqual([null, null, null])
})

it.each<CloseReason>(['client-lost', 'client-closed', 'media-failed'])(
  'an encoder that merely went (%s) is waited for, on air',
  async (reason) => {
    const id = await onAir()
    end(id, reason)
    expect(seen()).toEqual(['reconnecting', START, [id]])
    clock.advance(5_000)
    const back = await onAir()
    endMarkOf(id)
    expect(seen()).toEqual(['playable', START, [back]])
    end(back, reason)
    endMarkOf(back)
    expect(seen()).toEqual(['ended', null, []])
  },
)

it('an encoder with a codec that cannot be used is refused, by name, until something of it is packaged', async () => {
  const connectionId = await accepted()
  const unsupported = { kind: 'video', codec: 'HEVC' } as const
  const closed = { connectionId, reason: 'unsupported-codec', receivedBytes: 1, unsupported } as const
  clock.advance(1_000)
  ingest.topics.tell('connection.closed', closed)
  clock.advance(500)
  endMarkOf(connectionId)
  const denied = () => broadcasts.activity(channel.channelId).denied
  const refusal = { reason: 'unsupported-codec', said: null, failure: null, unsupported, at: START + 1_000 }
  expect(seen()).toEqual(['denied', null, []])
  expect(denied()).toEqual(refusal)
  const next = await accepted()
  expect(seen()).toEqual(['receiving', null, [next]])
  expect(denied()).toEqual(refusal)
  ingest.topics.tell('playlist.ready', { connectionId: next })
  expect(denied()).toBeNull()
})
