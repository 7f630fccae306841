import type { Milliseconds } from '../../../service/contract/units.ts'
import { Receiver } from '../../../service/kit/webrtc/receiver.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { FeedbackCollector } from '../../../service/media/sfu/bandwidth/feedback-collector.ts'
import { pli } from '../../../service/protocol/rtcp/write.ts'

const OWN_SSRC = 1

/** What a browser that receives does, without a decoder: besides counting, it gives transport-wide feedback. */
export class MediaReceiver extends Receiver {
  readonly #send: NativeClient['send']
  readonly #feedback: FeedbackCollector

  constructor(client: Pick<NativeClient, 'send' | 'onMessage'>, now: () => Milliseconds) {
    const feedback = new FeedbackCollector()
    super(client, now, ({ transportSequenceNumber }) => {
      if (transportSequenceNumber >= 0) feedback.received(transportSequenceNumber, now())
    })
    this.#send = client.send.bind(client)
    this.#feedback = feedback
  }

  override advance(nowMs: Milliseconds): void {
    const [first] = this.sources
    const feedback = first && this.#feedback.build(OWN_SSRC, first.ssrc, nowMs)
    if (feedback) this.#send(feedback, first.mid)
    super.advance(nowMs)
  }

  /** Asks all its streams for key frames. */
  askForKeyFrames(): void {
    for (const { ssrc, mid } of this.sources) this.#send(pli(OWN_SSRC, ssrc), mid)
  }
}
