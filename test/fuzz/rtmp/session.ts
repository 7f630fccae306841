import { encodeAmf } from '../../../service/protocol/amf0/encode.ts'
import type { AmfValue } from '../../../service/protocol/amf0/value.ts'
import { encodeMessage } from '../../../service/protocol/rtmp/chunk-writer.ts'
import { clientHandshake } from '../../../service/protocol/rtmp/handshake.ts'
import type { Random } from '../random.ts'

/** What a client sends: the handshake first, then one message in each piece. */
export type Pieces = readonly Buffer[]

/** A session as an encoder would send it, without waiting for answers. */
export function validSession(random: Random): Pieces {
  const chunkSize = random.pick([128, 4096, 60_000])
  const channel = `CHANNEL${random.below(1000)}`
  const [app, name] = random.pick([
    [channel, ''],
    ['', channel],
    ['live', `${channel}?token=1`],
  ] as const)
  const call = (streamId: number, ...values: AmfValue[]) => command(chunkSize, streamId, ...values)
  return [
    clientHandshake((count) => random.bytes(count)),
    setChunkSize(chunkSize),
    call(0, 'connect', 1, { app, type: 'nonprivate', flashVer: 'fuzz', tcUrl: `rtmp://host/${app}` }),
    call(0, 'releaseStream', 2, null, name),
    call(0, 'createStream', 3, null),
    call(1, 'publish', 4, null, name, 'live'),
    message(18, 0, encodeAmf(['@setDataFrame', 'onMetaData', { width: 640, height: 360 }]), chunkSize),
    ...mediaMessages(random, chunkSize),
    call(1, 'FCUnpublish', 5, null, name),
    call(1, 'deleteStream', 6, null, 1),
  ]
}

function mediaMessages(random: Random, chunkSize: number): Buffer[] {
  const start = random.pick([0, 0, 0xfffff0, 0xfffffff0])
  return Array.from({ length: random.between(2, 8) }, (_, i) => {
    const type = random.pick([8, 9, 9])
    const head = Buffer.from(type === 8 ? 'af01' : '1701000000', 'hex')
    const size = random.once(40) ? 100_000 : random.below(3_000)
    return message(type, (start + i * 33) >>> 0, Buffer.concat([head, random.bytes(size)]), chunkSize)
  })
}

/** One message on the chunk stream that is usual for its type. */
export function message(type: number, timestampMs: number, payload: Uint8Array, chunkSize: number): Buffer {
  const chunkStream = { 8: 4, 9: 6, 18: 5, 20: 3 }[type] ?? 2
  const streamId = chunkStream > 3 ? 1 : 0
  return encodeMessage(chunkStream, { type, streamId, timestampMs, payload }, chunkSize)
}

/** A command on the chunk stream for commands. */
export function command(chunkSize: number, streamId: number, ...values: AmfValue[]): Buffer {
  return encodeMessage(3, { type: 20, streamId, timestampMs: 0, payload: encodeAmf(values) }, chunkSize)
}

export function setChunkSize(bytes: number): Buffer {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(bytes)
  return message(1, 0, payload, 128)
}
