import type { CloseReason } from '../../service/contract/close-reasons.ts'
import { startRtmpListener } from '../../service/media/rtmp/listener.ts'
import type {
  PublishDecision,
  PublishRequest,
  RtmpListener,
  RtmpListenerOptions,
  RtmpPublisher,
} from '../../service/media/rtmp/listener.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { ManualClock } from './manual-clock.ts'

/** What one accepted publisher did. */
export interface Recording {
  readonly request: PublishRequest
  readonly publisher: RtmpPublisher
  readonly messages: { readonly type: 8 | 9 | 18; readonly timestampMs: number; readonly payload: Buffer }[]
  /** One entry for each call of `closed`. */
  readonly closes: { readonly reason: CloseReason; readonly receivedBytes: number }[]
}

export interface RecordingListener {
  readonly listener: RtmpListener
  readonly port: number
  readonly clock: ManualClock
  /** Requests in the order they came. */
  readonly requests: PublishRequest[]
  /** Accepted publishers in the order they were attached. */
  readonly recordings: Recording[]
  /** Lines of the log. */
  readonly log: LogLine[]
}

export interface LogLine {
  readonly msg: string
  readonly level: number
  readonly reason?: CloseReason
  readonly rule?: string
  readonly receivedBytes?: number
  readonly durationMs?: number
}

export interface RecordingOptions extends Partial<
  Pick<RtmpListenerOptions, 'limits' | 'clock' | 'certificate'>
> {
  /** Decides instead of the recorder; `allow` gives the decision that records. */
  decide?(request: PublishRequest, allow: () => PublishDecision): Promise<PublishDecision>
  /** Called in the sink for each message, after it was recorded. */
  onMessage?(recording: Recording): void
  /** How much later each message may be handed over, ms; at once where it is left out. */
  readonly mayWait?: number
  /** False to count messages without keeping them. */
  readonly keep?: boolean
}

/** Starts a real listener on a free port of 127.0.0.1 that accepts everybody and writes down what happens. */
export async function startRecordingListener(options: RecordingOptions = {}): Promise<RecordingListener> {
  const clock = new ManualClock()
  const requests: PublishRequest[] = []
  const recordings: Recording[] = []
  const log: LogLine[] = []
  const allow = (request: PublishRequest) => (): PublishDecision => ({
    allow: true,
    attach: (publisher) => {
      const recording: Recording = { request, publisher, messages: [], closes: [] }
      recordings.push(recording)
      return {
        mayWait: options.mayWait ?? 0,
        message: (type, timestampMs, payload) => {
          if (options.keep !== false) recording.messages.push({ type, timestampMs, payload })
          options.onMessage?.(recording)
        },
        closed: (reason, receivedBytes) => recording.closes.push({ reason, receivedBytes }),
      }
    },
  })
  const listener = await startRtmpListener({
    host: '127.0.0.1',
    port: 0,
    clock: options.clock ?? clock,
    logger: createLogger('info', { write: (line) => log.push(JSON.parse(line) as LogLine) }),
    limits: options.limits ?? {},
    ...(options.certificate && { certificate: options.certificate }),
    authorize: async (request) => {
      requests.push(request)
      return options.decide ? options.decide(request, allow(request)) : allow(request)()
    },
  })
  return { listener, port: listener.port, clock, requests, recordings, log }
}
