/** Entry of an SFU process: WebRTC connections of one environment. Started by control. */
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import type { FaultsToWorker } from '../../contract/worker-protocol.ts'
import type { SfuNotifications, SfuRequests } from '../../contract/sfu-worker.ts'
import { systemClock } from '../../platform/clock.ts'
import { toldRules } from '../../platform/faults/told-rules.ts'
import { createLogger } from '../../platform/logger.ts'
import { parentLink } from '../../platform/parent-link.ts'
import { Rpc } from '../../platform/rpc.ts'
import { orSdpFault } from './negotiation/sdp-error.ts'
import { Sfu } from './sfu.ts'
import type { SfuControlLink } from './sfu.ts'
import { createCertificate } from './transport/certificate.ts'
import { openIcePorts } from './transport/ice-port.ts'

/** How long the last reply may take to leave, ms. */
const REPLY_MS = 100

const logger = createLogger(process.env['AIRDESK_LOG_LEVEL'] ?? 'info').child({ process: 'sfu' })
let sfu: Sfu | null = null

function running(): Sfu {
  if (!sfu) throw new Error('the SFU process has not been started')
  return sfu
}

const done = {}
const link = parentLink()
const { rules, listeners } = toldRules((name, body) => link.post({ kind: 'notification', name, body }))
const control: SfuControlLink = Rpc.connect<
  Record<string, never>,
  SfuRequests,
  SfuNotifications,
  FaultsToWorker
>(
  link,
  {
    start: async ({ version, listen, port }) => {
      if (version !== WORKER_PROTOCOL_VERSION) {
        throw new Error(`protocol version ${version}, want ${WORKER_PROTOCOL_VERSION}`)
      }
      const certificate = await createCertificate()
      const ports = openIcePorts(listen, port, (error) =>
        logger.info({ reason: error.message }, 'not listened on'),
      )
      sfu = new Sfu({ ports, certificate, control, clock: systemClock, logger, rules })
      return { port: ports[0]?.port ?? 0 }
    },
    'connection.open': (opened) => orSdpFault(() => running().open(opened)),
    'connection.reoffer': ({ connectionId }) => running().reoffer(connectionId),
    'connection.answer': ({ connectionId, sdp }) =>
      orSdpFault(() => {
        running().answer(connectionId, sdp)
        return done
      }),
    'connection.candidate': ({ connectionId, candidate }) => {
      running().candidate(connectionId, candidate)
      return done
    },
    'connection.close': ({ connectionId }) => {
      running().close(connectionId)
      return done
    },
    'connection.stats': ({ connectionId }) => running().stats(connectionId),
    'layer.request': (request) => {
      running().requestLayer(request)
      return done
    },
    'video.pause': (request) => {
      running().pause(request)
      return done
    },
    'video.limit': (request) => {
      running().limitVideo(request)
      return done
    },
    'spotlight.resize': ({ channelId, count }) => {
      running().room(channelId)?.resizeSpotlight(count)
      return done
    },
    'spotlight.focus': ({ channelId, connectionId, fixed }) => {
      running().room(channelId)?.focus(connectionId, fixed)
      return done
    },
    'spotlight.unfocus': ({ channelId, connectionId }) => {
      running().room(channelId)?.unfocus(connectionId)
      return done
    },
    'relay.start': async (request) => {
      await running().startRelay(request)
      return done
    },
    'room.await': ({ channelId }) => running().spread.awaitOther(channelId),
    'room.join': async (request) => {
      await running().spread.join(request)
      return done
    },
    'room.settle': async ({ channelId }) => {
      await running().room(channelId)?.settle()
      return done
    },
    'room.end': ({ channelId }) => {
      running().endRoom(channelId)
      return done
    },
    stop: () => {
      sfu?.stop()
      // The reply is written first: both ends of a pipe on this machine need no more than a moment for it.
      setTimeout(() => process.exit(0), REPLY_MS)
      return done
    },
  },
  listeners,
)

link.onClose(() => {
  sfu?.stop()
  process.exit(0)
})

// These reach the whole process group at times; control decides what ends and in which order.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
