/**
 * A stand-in for an SFU process, to be started, killed and restarted: it binds the UDP port it is given,
 * speaks the real protocol, and tells what a test has it tell. It carries no media.
 */
import { createSocket } from 'node:dgram'
import type { SfuNotifications, SfuRequests } from '../../service/contract/sfu-worker.ts'
import { WORKER_PROTOCOL_VERSION } from '../../service/contract/worker-protocol.ts'
import { parentLink } from '../../service/platform/parent-link.ts'
import { Rpc } from '../../service/platform/rpc.ts'
import { CRASH_AT_START, REFUSED } from './fake-sfu-words.ts'

/** One notification, with its name. */
export type SfuNotification = {
  [Name in keyof SfuNotifications]: { name: Name; body: SfuNotifications[Name] }
}[keyof SfuNotifications]

/** What a test tells the process, as notifications. */
export interface FakeSfuOrders {
  /** Sends a notification. */
  tell: SfuNotification
  /** Ends as a crash does. */
  crash: Record<string, never>
  /** Answers nothing from now on. */
  hang: Record<string, never>
}

let hanging = false
const nothing = () => answer({})

const link = parentLink()
link.onClose(() => process.exit(0))
const control = Rpc.connect<Record<string, never>, SfuRequests, SfuNotifications, FakeSfuOrders>(
  link,
  {
    async start({ version, listen, port }) {
      if (version !== WORKER_PROTOCOL_VERSION) throw new Error(`unknown version ${version}`)
      const [first] = listen
      if (!first || first.bindAddress === CRASH_AT_START) process.exit(1)
      return { port: await bind(first.bindAddress, port) }
    },
    'connection.open'({ connectionId, capabilities, audio, video }) {
      if (capabilities === REFUSED) throw new Error('no such codec')
      const mid = { ...(audio && { audio: 'audio_0' }), ...(video && { video: 'video_0' }) }
      return answer({ sdp: `offer for ${connectionId}`, mid })
    },
    'connection.reoffer': ({ connectionId }) => answer({ sdp: `next offer for ${connectionId}` }),
    'connection.answer': nothing,
    'connection.candidate': nothing,
    'connection.close': nothing,
    'connection.stats': () => answer({ rtp: { total_received_byte_size: 0 } }),
    'layer.request': nothing,
    'video.pause': nothing,
    'video.limit': nothing,
    'spotlight.resize': nothing,
    'spotlight.focus': nothing,
    'spotlight.unfocus': nothing,
    'relay.start': nothing,
    'room.await': () => answer({ pipe: 'pipe', token: 'token' }),
    'room.join': nothing,
    'room.settle': nothing,
    'room.end': nothing,
    stop() {
      // After the reply, as the protocol has it.
      if (!hanging) setImmediate(() => process.disconnect())
      return answer({})
    },
  },
  {
    tell: ({ name, body }) => control.notify(name, body),
    crash: () => process.kill(process.pid, 'SIGKILL'),
    hang: () => (hanging = true),
  },
)

function answer<Reply>(reply: Reply): Promise<Reply> {
  return hanging ? new Promise(() => undefined) : Promise.resolve(reply)
}

function bind(address: string, port: number): Promise<number> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind({ address, port, exclusive: true }, () => resolve(socket.address().port))
  })
}
