/**
 * How much a forwarded packet costs without the network: one sender and `receivers` receivers in one process,
 * whose transports take every packet and do nothing. Arguments: receivers, seconds.
 *
 *   node test/bench/forwarding.ts 80 5
 */
import { ConnectionMedia } from '../../service/media/sfu/forwarding/connection-media.ts'
import { writeUint16, writeUint32 } from '../../service/protocol/bytes.ts'
import { VIDEO_PAYLOAD_TYPES } from '../../service/protocol/rtp/payload-types.ts'
import { rtpPacket, vp8Payload } from '../support/webrtc/packets.ts'

const RECEIVERS = Number(process.argv[2] ?? 80)
const SECONDS = Number(process.argv[3] ?? 5)
/** 1.5 Mbit/s of video at 30 frames a second: packets of a frame, their bytes. */
const PACKETS_PER_FRAME = 5
const PAYLOAD = 1150
const FRAME_MS = 1000 / 30
const TICK_MS = 20
const FRAMES_AHEAD = 3000
const WARM_UP_MS = 2000

let now = 0
let seed = 1
const parts = (connectionId: string, sink: { send(): boolean }) => ({
  connectionId,
  sink,
  now: () => now,
  wallNow: () => now,
  random: () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) | 1,
})

let sent = 0
const media = new ConnectionMedia(parts('sender', { send: () => true }))
media.expect({ audio: null, video: { mid: 'v', codec: 'VP8', rids: null } })
const [producer] = media.producers
if (!producer) throw new Error('There is no producer.')
media.announced([])
media.start()
const receivers = Array.from({ length: RECEIVERS }, (_, i) => {
  const receiver = new ConnectionMedia(
    parts(`receiver${i}`, {
      send: () => {
        sent += 1
        return true
      },
    }),
  )
  receiver.consume(producer)
  receiver.announced([])
  receiver.start()
  return receiver
})

const frames = Array.from({ length: FRAMES_AHEAD }, (_, frame) =>
  Array.from({ length: PACKETS_PER_FRAME }, (__, i) =>
    rtpPacket({
      payloadType: VIDEO_PAYLOAD_TYPES.VP8.media,
      sequenceNumber: frame * PACKETS_PER_FRAME + i,
      timestamp: frame * 3000,
      ssrc: 0x9000_0001,
      marker: i === PACKETS_PER_FRAME - 1,
      mid: 'v',
      transportSequenceNumber: frame * PACKETS_PER_FRAME + i,
      payload: vp8Payload({
        pictureId: frame,
        tl0PicIdx: frame,
        keyFrame: frame === 0 && i === 0,
        start: i === 0,
        size: PAYLOAD,
      }),
    }),
  ),
)

let count = 0
let ticked = 0
/** Sends frames on the bench's own clock until `milliseconds` of CPU time are used. */
function run(milliseconds: number): number {
  const begin = process.cpuUsage()
  for (;;) {
    for (let second = 0; second < 30; second++, count++) {
      const frame = count % FRAMES_AHEAD
      now += FRAME_MS
      for (const [i, packet] of (frames[frame] ?? []).entries()) {
        // Numbers go on where the prepared packets begin again.
        writeUint16(packet, 2, count * PACKETS_PER_FRAME + i)
        writeUint32(packet, 4, count * 3000)
        media.packet(packet)
      }
      for (; ticked < now; ticked += TICK_MS) {
        media.tick()
        for (const receiver of receivers) receiver.tick()
      }
    }
    const { user, system } = process.cpuUsage(begin)
    if (user + system >= milliseconds * 1000) return user + system
  }
}
run(WARM_UP_MS)
sent = 0
const microseconds = run(SECONDS * 1000)
console.log(
  `1 x ${RECEIVERS}: ${Math.round((sent / microseconds) * 1e6)} packets/s of one core, ` +
    `${(microseconds / sent).toFixed(3)} us for each, RTCP included`,
)
