import type { CloseReason } from '../../../service/contract/close-reasons.ts'
import { startRtmpListener } from '../../../service/media/rtmp/listener.ts'
import type { PublisherSink, RtmpListener, RtmpPublisher } from '../../../service/media/rtmp/listener.ts'
import { systemClock } from '../../../service/platform/clock.ts'
import { createLogger } from '../../../service/platform/logger.ts'
import { parseFlvTag } from '../../../service/protocol/flv/tag.ts'

/** Channels of publishers that send nothing wrong and must not notice anything. */
export const CLEAN_PREFIX = 'clean-'

/** A busy machine must not look like a slow encoder. */
const PATIENT = { publishDeadlineMs: 60_000, authorizeDeadlineMs: 60_000, idleMs: 600_000 }

/** A real listener under attack, and what it did so far. */
export interface RtmpUnderTest {
  readonly listener: RtmpListener
  /** How connections ended, by reason. */
  readonly reasons: Map<CloseReason, number>
  /** Publishers that were accepted. */
  accepted: number
  /** Messages that reached a sink. */
  messages: number
  /** What must never happen, in words. */
  readonly faults: string[]
  /** Payloads of each clean channel, in order; taken out by whoever checks them. */
  readonly clean: Map<string, Buffer[]>
  /** How each clean channel was closed. */
  readonly cleanEnds: Map<string, CloseReason>
}

/**
 * Starts the listener. Every third publish is refused, every third decided one turn later; the sinks read
 * each message as the product does.
 */
export async function startRtmpUnderTest(): Promise<RtmpUnderTest> {
  const target: Omit<RtmpUnderTest, 'listener'> = {
    reasons: new Map(),
    accepted: 0,
    messages: 0,
    faults: [],
    clean: new Map(),
    cleanEnds: new Map(),
  }
  let asked = 0
  const listener = await startRtmpListener({
    host: '127.0.0.1',
    port: 0,
    clock: systemClock,
    limits: PATIENT,
    logger: createLogger('info', { write: (line) => readLog(target, line) }),
    authorize: async ({ channelId }) => {
      const clean = channelId.startsWith(CLEAN_PREFIX)
      asked += clean ? 0 : 1
      if (!clean && asked % 3 === 1) return { allow: false, reason: 'no', closeReason: 'denied' }
      if (asked % 3 === 2) await new Promise((resolve) => setImmediate(resolve))
      const attach = (publisher: RtmpPublisher) =>
        clean ? cleanSink(target, channelId) : checkingSink(target, publisher)
      return { allow: true, attach }
    },
  })
  return Object.assign(target, { listener })
}

function readLog(target: Omit<RtmpUnderTest, 'listener'>, line: string): void {
  const { msg, level, reason } = JSON.parse(line) as { msg: string; level: number; reason?: CloseReason }
  if (reason !== undefined) target.reasons.set(reason, (target.reasons.get(reason) ?? 0) + 1)
  if (level > 40 || msg !== 'rtmp ended') target.faults.push(`logged: ${line.trim()}`)
}

/** Checks what the listener promises to every sink. */
function checkingSink(target: Omit<RtmpUnderTest, 'listener'>, publisher: RtmpPublisher): PublisherSink {
  let closed = false
  target.accepted += 1
  return {
    message: (type, timestampMs, payload) => {
      target.messages += 1
      if (closed) target.faults.push('a message after closed')
      if (payload.length > 8 << 20) target.faults.push(`a message of ${payload.length} bytes`)
      if (timestampMs !== timestampMs >>> 0) target.faults.push(`a time of ${timestampMs}`)
      parseFlvTag(type, payload)
    },
    closed: (reason, receivedBytes) => {
      if (closed) target.faults.push(`closed twice, ${reason} at last`)
      if (receivedBytes !== publisher.receivedBytes()) target.faults.push('bytes counted in two ways')
      closed = true
    },
  }
}

function cleanSink(target: Omit<RtmpUnderTest, 'listener'>, channelId: string): PublisherSink {
  const payloads: Buffer[] = []
  target.clean.set(channelId, payloads)
  return {
    message: (_type, _timestampMs, payload) => payloads.push(payload),
    closed: (reason) => target.cleanEnds.set(channelId, reason),
  }
}
