/** Sends media and notes when each piece left and when the service had it: no time of either machine is guessed. */
import { MESSAGE_TYPE, USER_CONTROL } from '../../service/protocol/rtmp/message.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { FlvPublisher, PublishOptions } from '../../service/kit/rtmp/publisher.ts'

/** One tag, ms: its time in the file, and between which moments since 1970 the service got it. */
export interface Stamp {
  readonly time: number
  readonly sentAt: number
  /** Null while the service has answered nothing that was asked after it. */
  hadAt: number | null
}

export interface StampedPublisher extends FlvPublisher {
  readonly stamps: readonly Stamp[]
}

/** As `publishFlv`; before each tag it asks for a sign of life (RTMP specification 7.1.7), which comes after all before it. */
export function publishStamped(options: Omit<PublishOptions, 'onTag'>): StampedPublisher {
  const stamps: Stamp[] = []
  let answered = 0
  const publisher = publishFlv({
    ...options,
    onTag(time) {
      publisher.client.message(MESSAGE_TYPE.userControl, 0, 0, ping(stamps.length))
      stamps.push({ time, sentAt: Date.now(), hadAt: null })
    },
  })
  const { client } = publisher
  let read = 0
  client.socket.on('data', () => {
    const now = Date.now()
    for (const { type, payload } of client.received.slice(read)) {
      if (type !== MESSAGE_TYPE.userControl || payload.readUInt16BE(0) !== USER_CONTROL.pingResponse) continue
      for (const before = payload.readUInt32BE(2); answered < before; answered++) {
        const stamp = stamps[answered]
        if (stamp) stamp.hadAt = now
      }
    }
    read = client.received.length
  })
  return { ...publisher, stamps }
}

function ping(number: number): Buffer {
  const payload = Buffer.alloc(6)
  payload.writeUInt16BE(USER_CONTROL.pingRequest, 0)
  payload.writeUInt32BE(number, 2)
  return payload
}
