/** Entry of a process of the HLS origin: it serves viewers, and does nothing else. Started by control. */
import type { OriginNotifications, OriginRequests } from '../../contract/origin-worker.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { parentLink } from '../../platform/parent-link.ts'
import { Rpc } from '../../platform/rpc.ts'
import { OriginProcess } from './origin-process.ts'

/** How long the last reply may take to leave. */
const REPLY: Milliseconds = 100

const logger = createLogger(process.env['AIRDESK_LOG_LEVEL'] ?? 'info').child({ process: 'origin' })
let origin: OriginProcess | null = null

function running(): OriginProcess {
  if (!origin) throw new Error('the origin has not been started')
  return origin
}

const link = parentLink()
const control = Rpc.connect<Record<string, never>, OriginRequests, OriginNotifications>(link, {
  start: async (request) => {
    if (request.version !== WORKER_PROTOCOL_VERSION) {
      throw new Error(`protocol version ${request.version}, want ${WORKER_PROTOCOL_VERSION}`)
    }
    origin = await OriginProcess.start(request, { control, clock: systemClock, logger })
    return origin.ports
  },
  attach: async ({ pipe, token }) => {
    await running().attach(pipe, token)
    return {}
  },
  'playlists.access': (access) => {
    running().gate.set(access)
    return {}
  },
  'playlists.clock': (reading) => {
    running().gate.setClock(reading)
    return {}
  },
  'tls.replace': (tls) => {
    running().replaceTls(tls)
    return {}
  },
  stop: async () => {
    await origin?.close()
    // The reply is written first: both ends of a pipe on this machine need no more than a moment for it.
    setTimeout(() => process.exit(0), REPLY)
    return {}
  },
})

link.onClose(() => process.exit(0))

// These reach the whole process group at times; control decides what ends and in which order.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
