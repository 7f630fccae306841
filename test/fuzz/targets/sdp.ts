import fc from 'fast-check'
import { parse } from 'sdp-transform'
import { SdpError } from '../../../service/media/sfu/negotiation/sdp-error.ts'
import { TransportError } from '../../../service/media/sfu/transport/transport.ts'
import { mutatedLines } from '../inputs/mutated-lines.ts'
import { propertyTarget } from '../property-target.ts'
import { ALL_SDP, ANSWERS, CAPABILITIES } from '../webrtc/captured-sdp.ts'
import { openOf, startSfuHere } from '../webrtc/sfu-here.ts'
import type { SfuHere } from '../webrtc/sfu-here.ts'

const WORDS = [
  ...['audio', 'video', 'application', 'audio_0', 'video_0', 'sendonly', 'recvonly', 'inactive', 'sendrecv'],
  ...['active', 'passive', 'actpass', 'sha-256', 'sha-1', 'r0', 'r1', 'r2', '~r0', 'send', 'recv', 'FID'],
  ...['UDP', 'tcp', 'host', '::1', '127.0.0.1', 'fe80::1%lo', '0.0.0.0', 'x.local', 'VP8', 'opus', 'rtx'],
]
const mutated = (...corpus: string[]) => mutatedLines({ corpus, end: '\r\n', words: WORDS, lines: ALL_SDP })
const answers = ANSWERS.map(({ sdp, ...who }) => fc.record({ who: fc.constant(who), answer: mutated(sdp) }))

/** What one client says, from its `connect` to a later answer. */
const inputs = fc.record({
  capabilities: fc.oneof({ weight: 3, arbitrary: fc.constant(CAPABILITIES) }, mutated(CAPABILITIES)),
  answered: fc.oneof(...answers),
  candidates: fc.array(mutated('candidate:1 1 udp 2122260223 127.0.0.1 50000 typ host'), { maxLength: 3 }),
  later: fc.option(mutated(...ANSWERS.map(({ sdp }) => sdp))),
})

type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

/** SDP of one client, said to everything that an SFU process has. */
export const target = propertyTarget<Input>({
  name: 'sdp',
  cases: 300,
  reaches: { 'refused at connect': 3, 'refused answer': 50, answered: 5, 'answered twice': 5 },
  inputs,
  start: async () => {
    const here = await startSfuHere()
    return { take: (input) => take(here, input), check: here.check, stop: here.stop }
  },
})

const CONNECTION = 'FUZZED'

function take({ sfu }: SfuHere, { capabilities, answered, candidates, later }: Input): string {
  const opened = openOf({ connectionId: CONNECTION, channelId: 'FUZZED', ...answered.who, capabilities })
  const { connectionId } = opened
  if (!isTaken(() => checkOffer(sfu.open(opened).sdp))) return 'refused at connect'
  try {
    if (!isTaken(() => sfu.answer(connectionId, answered.answer))) return 'refused answer'
    for (const candidate of candidates) sfu.candidate(connectionId, candidate)
    checkOffer(sfu.reoffer(connectionId).sdp)
    if (later === null) return 'answered'
    return isTaken(() => sfu.answer(connectionId, later)) ? 'answered twice' : 'refused later'
  } finally {
    sfu.close(connectionId)
  }
}

/** False for what is refused in words that a client may be told: short, and nothing of what it said. */
function isTaken(run: () => void): boolean {
  try {
    run()
    return true
  } catch (error) {
    if (!(error instanceof SdpError || error instanceof TransportError)) throw error
    if (error.cause !== undefined || !/^[ -~]{1,100}$/.test(error.message)) throw error
    return false
  }
}

/** @throws where an offer is none, or repeats what a client said */
function checkOffer(sdp: string): void {
  const { media } = parse(sdp)
  if (media.length === 0 || media.length > 3) throw new Error(`an offer of ${media.length} m-lines`)
  if (!/^(?:[a-z]=[ -~]+\r\n)+$/.test(sdp)) throw new Error('an offer that is no SDP')
}
