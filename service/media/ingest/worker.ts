/** Entry of the ingest process: RTMP listener, relays and HLS packager. Started by control. */
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import type {
  ControlRequests,
  FaultsToWorker,
  IngestNotifications,
  IngestRequests,
} from '../../contract/worker-protocol.ts'
import { systemClock } from '../../platform/clock.ts'
import { toldRules } from '../../platform/faults/told-rules.ts'
import { createLogger } from '../../platform/logger.ts'
import { parentLink } from '../../platform/parent-link.ts'
import { Rpc } from '../../platform/rpc.ts'
import { Ingest } from './ingest.ts'
import type { ControlLink } from './ingest.ts'

/** Without control, what is on air is ended properly, but not for longer than this. */
const DRAIN_MS = 10_000
/** How long the last reply may take to leave, ms. */
const REPLY_MS = 100

const logger = createLogger(process.env['AIRDESK_LOG_LEVEL'] ?? 'info').child({ process: 'ingest' })
let ingest: Ingest | null = null

function running(): Ingest {
  if (!ingest) throw new Error('the ingest process has not been started')
  return ingest
}

const link = parentLink()
const { rules, listeners } = toldRules((name, body) => link.post({ kind: 'notification', name, body }))
const control: ControlLink = Rpc.connect<
  ControlRequests,
  IngestRequests,
  IngestNotifications,
  FaultsToWorker
>(
  link,
  {
    start: async (request) => {
      if (request.version !== WORKER_PROTOCOL_VERSION) {
        throw new Error(`protocol version ${request.version}, want ${WORKER_PROTOCOL_VERSION}`)
      }
      ingest = await Ingest.start(request, control, systemClock, logger, rules)
      return ingest.ports
    },
    'tls.replace': (tls) => {
      running().replaceTls(tls)
      return {}
    },
    'origin.attach': () => running().attachOrigin(),
    'relay.open': (request) => running().openRelay(request),
    'channel.close': async ({ channelId, reason }) => {
      await running().closeChannel(channelId, reason)
      return {}
    },
    'connection.close': ({ connectionId, reason }) => {
      running().closeConnection(connectionId, reason)
      return {}
    },
    'picture.source': ({ channelId }) => ({ picture: running().picture(channelId) }),
    stop: async ({ reason }) => {
      await ingest?.stop(reason)
      // The reply is written first: both ends of a pipe on this machine need no more than a moment for it.
      setTimeout(() => process.exit(0), REPLY_MS)
      return {}
    },
  },
  listeners,
)

link.onClose(() => {
  const deadline = setTimeout(() => process.exit(1), DRAIN_MS)
  void (ingest?.stop('service-lost') ?? Promise.resolve()).then(() => {
    clearTimeout(deadline)
    process.exit(0)
  })
})

// These reach the whole process group at times; control decides what ends and in which order.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
