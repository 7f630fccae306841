import fc from 'fast-check'
import type { Json } from '../../../service/contract/sfu-api.ts'
import { BROKEN_SDP } from '../../support/sfu-in-memory.ts'
import { turn } from '../../support/sfu-sessions.ts'
import { mutatedJson } from '../inputs/mutated-json.ts'
import { propertyTarget } from '../property-target.ts'
import { SignalingHere } from '../webrtc/signaling-here.ts'

/** Stands for the id of the channel. */
const CHANNEL = 'CHANNEL'
const connect = { type: 'connect', channel_id: CHANNEL, sdp: 'v=0\r\n' }
const MESSAGES: readonly Json[] = [
  { ...connect, role: 'sendrecv', audio: true, video: true, metadata: null },
  {
    ...{
      ...connect,
      role: 'sendonly',
      sora_client: 'Sora JavaScript SDK 2026.1.0',
      environment: 'Mozilla/5.0',
    },
    ...{ client_id: 'camera', bundle_id: 'b', signaling_notify_metadata: { name: 'A' }, simulcast: true },
    audio: { codec_type: 'OPUS', bit_rate: 64, opus_params: { stereo: true, minptime: 10 } },
    video: { codec_type: 'VP8', bit_rate: 1000, vp9_params: { profile_id: 0 } },
  },
  { ...connect, role: 'recvonly', spotlight: true, spotlight_number: 3, simulcast_request_rid: 'r1' },
  {
    ...{ ...connect, role: 'recvonly' },
    forwarding_filters: [
      {
        name: 'a',
        priority: 1,
        action: 'allow',
        rules: [[{ field: 'kind', operator: 'is_in', values: ['audio'] }]],
      },
      { rules: [[{ field: 'client_id', operator: 'is_not_in', values: ['camera'] }]], metadata: null },
    ],
  },
  { type: 'answer', sdp: 'v=0\r\n' },
  { type: 're-answer', sdp: 'v=0\r\n' },
  { type: 'answer', sdp: BROKEN_SDP },
  { type: 'update', sdp: BROKEN_SDP },
  { type: 'candidate', candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 },
  { type: 'pong' },
  { type: 'pong', stats: [{ type: 'codec', id: 'x' }] },
  { type: 'disconnect', reason: 'NO-ERROR' },
]

const said = fc.oneof(
  // Who says nothing wrong gets further.
  { weight: 3, arbitrary: fc.constantFrom(...MESSAGES.map((one) => JSON.stringify(one))) },
  { weight: 3, arbitrary: mutatedJson(MESSAGES) },
)
const step = fc.oneof(
  { weight: 24, arbitrary: said.map((text) => ({ what: 'say' as const, text, isBinary: false })) },
  fc.constant({ what: 'say' as const, text: '{"type":"pong"}', isBinary: true }),
  { weight: 6, arbitrary: fc.constantFrom(...(['media', 'changed'] as const)).map((what) => ({ what })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...(['hold', 'release', 'gone'] as const)).map((what) => ({ what })),
  },
  { weight: 3, arbitrary: fc.constantFrom(100, 5000, 9999).map((ms) => ({ what: 'wait' as const, ms })) },
)
const begins = { what: 'say' as const, text: JSON.stringify(MESSAGES[0]), isBinary: false }
const inputs = fc
  .tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 10, size: 'max' }))
  .map(([isFurther, steps]) => (isFurther ? [begins, ...steps] : steps))
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

/**
 * Messages of one WebSocket in any order, with an SFU that is slow, finds faults and tells of changes at any time.
 * Another client of the channel must not notice anything but comings and goings.
 */
export const target = propertyTarget<Input>({
  name: 'signaling',
  cases: 400,
  reaches: {
    ...{ 'INVALID-JSON': 10, 'INVALID-MESSAGE': 50, 'TYPE-DISCONNECT': 5, 'NEGOTIATION-FAILED': 2 },
    ...{ 'SPOTLIGHT-MISMATCH': 3, 'still connected': 10 },
  },
  inputs,
  start: async () => {
    const here = new SignalingHere()
    await here.join()
    return { take: (input) => take(here, input), check: () => here.sweep(), stop: () => here.close() }
  },
})

async function take(here: SignalingHere, steps: Input): Promise<string> {
  const { socket, session } = here.open()
  const { sfu } = here.set.test
  for (const step of steps) {
    switch (step.what) {
      case 'say':
        session.received(Buffer.from(step.text.replaceAll(CHANNEL, here.channelId)), step.isBinary)
        break
      case 'wait':
        here.set.clock.advance(step.ms)
        break
      case 'media':
        here.mediaUp()
        break
      case 'changed':
        for (const { connectionId } of sfu.bodies('connection.open'))
          sfu.topics.tell('connection.changed', { connectionId })
        break
      case 'hold':
        sfu.isHeld = true
        break
      case 'release':
        sfu.release()
        break
      case 'gone':
        session.gone()
    }
    await turn()
  }
  sfu.release()
  await turn()
  const { closed } = socket
  session.gone()
  await session.decided
  await turn()
  here.check()
  return closed ?? (socket.types.length > 0 ? 'still connected' : 'silent')
}
