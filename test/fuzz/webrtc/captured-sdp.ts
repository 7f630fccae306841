import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SfuOpen } from '../../../service/contract/sfu-worker.ts'

const FIXTURES = join(import.meta.dirname, '../../../service/media/sfu/negotiation/fixtures')
const captured = (name: string) => readFileSync(join(FIXTURES, `${name}.sdp`), 'utf8')

/** What Chromium offers to receive when sora-js-sdk connects. */
export const CAPABILITIES = captured('chromium-capabilities')

/** What a client is, and its answer to the first offer that it gets. */
export interface Answering extends Pick<SfuOpen, 'role' | 'video' | 'layers'> {
  readonly sdp: string
}

const layers = (['r0', 'r1', 'r2'] as const).map((rid) => ({ rid, active: true }))

/** An answer in the words of Firefox: session attributes first, `sendonly` as it is offered, no `a=rtcp-rsize`. */
const firefox = captured('chromium-sender-answer')
  .replace('o=- 965532718628452630 2', 'o=mozilla...THIS_IS_SDPARTA-99.0 7446284628452630 0')
  .replace('a=extmap-allow-mixed\r\n', 'a=ice-options:trickle\r\na=sendrecv\r\n')
  .replaceAll('a=rtcp:9 IN IP4 0.0.0.0\r\n', 'a=end-of-candidates\r\n')
  .replaceAll('a=rtcp-rsize\r\n', '')
  .replace(/cname:\S+/g, 'cname:{0b6a4b0e-9a9b-4d29-8a51-0c7a1b2c3d4e}')

/** Answers of Chromium 156 to offers of the SFU, and one after Firefox. */
export const ANSWERS: readonly Answering[] = [
  ...[captured('chromium-sender-answer'), firefox].map((sdp) => ({
    ...{ role: 'sendonly' as const, layers: null, sdp },
    video: { codec: 'H264' as const, bitRate: null, upright: false },
  })),
  {
    ...{ role: 'sendrecv', layers, sdp: captured('chromium-simulcast-answer') },
    video: { codec: 'VP8', bitRate: null, upright: false },
  },
]

/** Lines of answers to offers that some client has had at some time. */
export const ALL_SDP: readonly string[] = [
  CAPABILITIES,
  captured('chromium-receiver-answer'),
  ...ANSWERS.map(({ sdp }) => sdp),
]
