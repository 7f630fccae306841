import { stableSdp } from '../../../contract/record/stable-sdp.ts'
import type {
  RecordedCall,
  RecordedSignaling,
  RecordedWebhook,
  RecordHead,
  RecordLine,
} from '../../../contract/record/record.ts'
import type { NewTestSystem, TestSystem } from '../../../contract/console/emulator/systems.ts'
import type { Bytes, EpochMilliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { PostResult, WebhookPost } from '../../webhook/webhook-client.ts'
import type { HeardCall, RunEar, SignalingEar } from '../run-ear.ts'
import { Masks } from './masks.ts'
import type { KnownBefore } from './masks.ts'

/** Longest file; what comes then is counted only. */
const MAX_BYTES: Bytes = 256 * 1024 * 1024

const ASKED_BY = ['authorization', 'content-type', 'idempotency-key', 'origin', 'x-sfu-target'] as const
const ANSWERED_BY = ['allow', 'content-type', 'retry-after', 'www-authenticate'] as const

export interface RecorderParts {
  readonly version: string
  readonly seed: number | null
  readonly clock: () => Pick<Clock, 'now'>
  /** Asked when a recording begins. */
  readonly before: () => KnownBefore
}

export interface RecordingState {
  readonly recording: boolean
  readonly lines: number
  readonly bytes: Bytes
  /** Lines that had no room any more. */
  readonly lost: number
}

interface Tape {
  readonly head: RecordHead
  readonly masks: Masks
  readonly since: EpochMilliseconds
  /** Null: a call that has not been answered. */
  readonly lines: (string | null)[]
  written: number
  readonly attempts: Map<string, number>
  /** Their numbers, by id. */
  readonly systems: Map<string, number>
  sockets: number
  bytes: Bytes
  lost: number
}

type Untimed<Line> = Line extends RecordLine ? Omit<Line, 'at'> : never

/** A system that a test made, or somebody in the console. */
export type MadeSystem = Omit<TestSystem, 'webhookSecret'>

/** Keeps what passes while it records, as the lines of one file; the last recording is there until the next. */
export class Recorder implements RunEar {
  readonly #parts: RecorderParts
  /** Made since the start and not removed yet, with what was asked for; by id. */
  readonly #systems = new Map<string, { readonly system: MadeSystem; readonly asked: NewTestSystem }>()
  #tape: Tape | null = null
  #recording = false

  constructor(parts: RecorderParts) {
    this.#parts = parts
  }

  /** Begins anew; what was recorded before is gone. */
  start(): RecordingState {
    const { version, seed, clock, before } = this.#parts
    const masks = new Masks(before())
    this.#tape = {
      head: { airdesk_record: 1, version, seed, known: masks.known },
      ...{ masks, since: clock().now(), lines: [], written: 0 },
      ...{ attempts: new Map(), systems: new Map(), sockets: 0, bytes: 0, lost: 0 },
    }
    this.#recording = true
    for (const { system, asked } of this.#systems.values()) this.#tellMade(system, asked)
    return this.state
  }

  stop(): RecordingState {
    this.#recording = false
    return this.state
  }

  get state(): RecordingState {
    const { written = 0, bytes = 0, lost = 0 } = this.#tape ?? {}
    return { recording: this.#recording, lines: written, bytes, lost }
  }

  /** The file, as far as it has come; null where nothing was recorded. */
  get file(): string | null {
    if (!this.#tape) return null
    return [JSON.stringify(this.#tape.head), ...this.#tape.lines.filter((line) => line !== null), ''].join(
      '\n',
    )
  }

  /** The line of a call stands where the call began: a replay sends it before it waits for what it brings about. */
  calling(): (call: HeardCall) => void {
    const tape = this.#now()
    const place = tape?.lines.push(null)
    const at = this.#parts.clock().now()
    return (call) => {
      if (tape && place !== undefined && tape === this.#now()) {
        this.#write(tape, lineOfCall(tape.masks, call), { place: place - 1, at })
      }
    }
  }

  posted(post: WebhookPost, result: PostResult): void {
    const tape = this.#now()
    if (!tape) return
    const id = post.signature['webhook-id']
    const attempt = (tape.attempts.get(id) ?? 0) + 1
    tape.attempts.set(id, attempt)
    this.#write(tape, lineOfWebhook(tape.masks, { post, result, attempt }))
  }

  signaling(): SignalingEar {
    const tape = this.#now()
    const socket = tape ? ++tape.sockets : 0
    let closed = false
    const tell = (line: Pick<RecordedSignaling, 'event'> & Partial<RecordedSignaling>) => {
      // Of another recording: its beginning is not in this one.
      if (tape && tape === this.#now()) this.#write(tape, { kind: 'signaling', socket, ...line })
    }
    tell({ event: 'opened' })
    return {
      received: (text) => tape && tell({ event: 'received', ...messageOf(tape.masks, text, 'caller') }),
      sent: (text) => tape && tell({ event: 'sent', ...messageOf(tape.masks, text, 'service') }),
      closed: (code, reason, by) => {
        if (!closed) tell({ event: 'closed', code, reason, by })
        closed = true
      },
    }
  }

  /** A replay makes it again, and calls with its credentials. */
  systemMade(system: MadeSystem, asked: NewTestSystem): void {
    this.#systems.set(system.id, { system, asked })
    this.#tellMade(system, asked)
  }

  /** Before its broadcasts end. */
  systemRemoved(id: string): void {
    this.#systems.delete(id)
    const tape = this.#now()
    const number = tape?.systems.get(id)
    if (tape && number !== undefined) this.#write(tape, { kind: 'system', system: number, event: 'removed' })
  }

  #tellMade(system: MadeSystem, { name, timeZone }: NewTestSystem): void {
    const tape = this.#now()
    if (!tape) return
    const number = tape.systems.size + 1
    tape.systems.set(system.id, number)
    this.#write(tape, {
      ...{ kind: 'system', system: number, event: 'made' },
      ...(name !== undefined && { name }),
      ...(timeZone !== undefined && { time_zone: timeZone }),
      known: tape.masks.knownOf(system),
    })
  }

  /** Nothing is sent then but what is recorded anyway. */
  ended(): void {}

  #now(): Tape | null {
    return this.#recording ? this.#tape : null
  }

  #write(
    tape: Tape,
    { kind, ...members }: Untimed<RecordLine>,
    { place = tape.lines.length, at = this.#parts.clock().now() } = {},
  ): void {
    const text = JSON.stringify({ kind, at: at - tape.since, ...members })
    if (tape.bytes + text.length > MAX_BYTES) {
      tape.lost++
      return
    }
    tape.bytes += text.length + 1
    tape.written++
    tape.lines[place] = text
  }
}

function lineOfCall(masks: Masks, call: HeardCall): Omit<RecordedCall, 'at'> {
  const { api, operation, method, path, headers, body, status, answerHeaders, answer } = call
  const asked = picked(ASKED_BY, headers)
  const { authorization } = asked
  return {
    ...{ kind: 'call', api, operation },
    ask: {
      ...{ method, path: masks.text(path) },
      headers: {
        ...asked,
        ...(authorization === undefined ? {} : { authorization: masks.authorization(authorization) }),
      },
      ...masks.body(body?.toString() ?? '', 'caller'),
    },
    answer: { status, headers: picked(ANSWERED_BY, answerHeaders), ...masks.body(answer, 'service') },
  }
}

interface Posted {
  readonly post: WebhookPost
  readonly result: PostResult
  readonly attempt: number
}

function lineOfWebhook(masks: Masks, { post, result, attempt }: Posted): Omit<RecordedWebhook, 'at'> {
  const answered = result.kind === 'answer'
  return {
    ...{ kind: 'webhook', type: typeOf(post.body), attempt },
    url: masks.url(post.url),
    ...masks.body(post.body, 'service'),
    answer: answered ? { status: result.status, ...masks.body(result.body.toString(), 'caller') } : null,
    ...(answered ? {} : { failure: result.failure.class }),
  }
}

function typeOf(body: string): string {
  const { type } = JSON.parse(body) as { readonly type?: string }
  return type ?? 'auth'
}

function messageOf(masks: Masks, text: string, from: 'service' | 'caller'): Partial<RecordedSignaling> {
  const { json, ...other } = masks.body(text, from)
  if (json === undefined) return { text: other.text ?? '' }
  if (from === 'caller' || typeof json !== 'object' || json === null) return { message: json }
  return {
    message: 'sdp' in json && typeof json.sdp === 'string' ? { ...json, sdp: stableSdp(json.sdp) } : json,
  }
}

/** Only those that decide; they are there in this order whatever order they came in. */
function picked(
  names: readonly string[],
  headers: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const there = names.flatMap((name) => {
    const value = headers[name]
    if (Array.isArray(value)) return [[name, value.join(', ')] as const]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(there)
}
