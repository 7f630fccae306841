import { NORMAL_CLOSE, NO_ERROR } from '../../../contract/signaling.ts'
import type {
  LaterMessage,
  NormalReason,
  ServerMessage,
  SignalingClose,
} from '../../../contract/signaling.ts'
import type { Bytes, Milliseconds } from '../../../contract/units.ts'
import type { Clock, Timer } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import { SignalingRefusal } from '../../sfu/signaling-admission.ts'
import type {
  SignalingAdmission,
  SignalingClient,
  SignalingFailure,
  SignalingPeer,
} from '../../sfu/signaling-admission.ts'
import { cutReason, failure } from './close-reason.ts'
import { SignalingFault, invalid, readMessage } from './read-message.ts'
import type { ClientMessage } from './read-message.ts'

export const SIGNALING_TIMING = {
  /** From the opening of the WebSocket to `connect`. */
  connectMs: 10_000,
  /** Between pings. */
  pingMs: 5000,
  /** Between pings that ask for statistics; the first one does. */
  statsMs: 60_000,
  /** Without a pong. */
  pongMs: 60_000,
} as const satisfies Record<string, Milliseconds>

/**
 * From `connect` until a client that has its offer hears the end of its WebSocket. sora-js-sdk looks only 100 ms later,
 * and where it has ended by then, `connect()` never settles. Twice that, for computers that are busy.
 */
const HEARS_AFTER_MS: Milliseconds = 200
/** What a client has not taken yet; one that has more is gone or does not read. */
const MAX_UNSENT: Bytes = 4 * 1024 * 1024
/** What is kept of a client until it is decided about. */
const MAX_KEPT: Bytes = 1024 * 1024

/** What the session needs of a WebSocket; `ws` has it. */
export interface SignalingSocket {
  readonly bufferedAmount: number
  send(text: string): void
  close(code: number, reason: string): void
  /** Ends the TCP connection now. */
  terminate(): void
}

export interface SessionParts {
  readonly remoteAddress: string
  /** As SignalingPeer has it. */
  readonly key: string | null
  readonly admission: SignalingAdmission
  readonly clock: Pick<Clock, 'after' | 'every' | 'passed'>
  readonly logger: Logger
  /** Called once if the client is taken. */
  readonly onTaken: () => void
}

type Phase = 'waiting' | 'asking' | 'taken' | 'ended'
type Reception = 'ask' | 'keep' | 'deliver' | 'leave' | 'ignore' | 'refuse'

/** What becomes of a message. The offer may be out before the admission returns, so answers can come early. */
const RECEPTION: Record<Exclude<Phase, 'ended'>, Record<ClientMessage['type'], Reception>> = {
  waiting: {
    connect: 'ask',
    answer: 'refuse',
    're-answer': 'refuse',
    update: 'refuse',
    candidate: 'ignore',
    pong: 'refuse',
    disconnect: 'refuse',
  },
  asking: {
    connect: 'refuse',
    answer: 'keep',
    're-answer': 'keep',
    update: 'keep',
    candidate: 'keep',
    pong: 'keep',
    disconnect: 'leave',
  },
  taken: {
    connect: 'refuse',
    answer: 'deliver',
    're-answer': 'deliver',
    update: 'deliver',
    candidate: 'deliver',
    pong: 'deliver',
    disconnect: 'leave',
  },
}

/** One WebSocket, from its opening to its end. */
export class SignalingSession {
  readonly #socket: SignalingSocket
  readonly #parts: SessionParts
  #phase: Phase = 'waiting'
  /** The timer of the phase: for `connect`, then for pings. */
  #timer: Timer
  #silent = true
  #client: SignalingClient | null = null
  #decided: Promise<void> | null = null
  #kept: LaterMessage[] = []
  #keptBytes: Bytes = 0
  /** Set once the client is, or will be, told of its end: how. */
  #told: ((client: SignalingClient) => void) | null = null
  #askedAt: Milliseconds = 0
  #isOffered = false
  #lastPongAt: Milliseconds = 0
  /** Of the first ping without a pong. */
  #pingedAt: Milliseconds | null = null
  #lastStatsAt: Milliseconds | null = null
  #statsAsked = false

  constructor(socket: SignalingSocket, parts: SessionParts) {
    this.#socket = socket
    this.#parts = parts
    this.#timer = parts.clock.after(SIGNALING_TIMING.connectMs, () => this.#connectIsLate())
  }

  /** Resolves when the client is taken or refused; null where it has not said `connect`. */
  get decided(): Promise<void> | null {
    return this.#decided
  }

  /** A frame came. */
  received(frame: Uint8Array, isBinary: boolean): void {
    if (this.#phase === 'ended') return
    this.#silent = false
    try {
      const message = readMessage(frame, isBinary)
      if (message) this.#take(message, frame.length)
    } catch (error) {
      if (!(error instanceof SignalingFault)) throw error
      this.#fail(error.reason, error.close)
    }
  }

  /** Something was sent without us; a client that makes us do that has to read, too. */
  checkUnsent(): void {
    if (this.#socket.bufferedAmount <= MAX_UNSENT) return
    this.#stop()
    // A close frame would wait behind all of it.
    this.#socket.terminate()
  }

  /** The WebSocket is gone. */
  gone(): void {
    this.#stop()
    this.#leave(null)
  }

  /** The service ends. */
  close(): void {
    this.#end(normal('SERVICE-CLOSED'), true)
    this.#leave(null)
  }

  /** @throws SignalingFault for a message that comes when it cannot */
  #take(message: ClientMessage, bytes: Bytes): void {
    if (this.#phase === 'ended') return
    const reception = RECEPTION[this.#phase][message.type]
    if (reception === 'ignore') return
    if (reception === 'refuse') throw invalid(`${message.type} comes when it cannot`)
    if (message.type === 'connect') {
      this.#decided = this.#ask(message)
      return
    }
    if (message.type === 'disconnect') {
      this.#end(normal('TYPE-DISCONNECT'), true)
      return this.#leave(message.reason ?? NO_ERROR)
    }
    if (reception === 'keep') this.#keep(message, bytes)
    else this.#deliver(message)
  }

  async #ask(message: Extract<ClientMessage, { type: 'connect' }>): Promise<void> {
    this.#phase = 'asking'
    this.#askedAt = this.#parts.clock.passed()
    this.#timer.cancel()
    try {
      this.#taken(await this.#parts.admission.connect(message, this.#peer()))
    } catch (error) {
      if (error instanceof SignalingRefusal) return this.#end(error.close)
      this.#parts.logger.error({ err: error }, 'a WebRTC client could not be decided about')
      this.#end(failure('SERVICE-UNAVAILABLE'))
    }
  }

  #peer(): SignalingPeer {
    return {
      remoteAddress: this.#parts.remoteAddress,
      key: this.#parts.key,
      send: (message) => this.#send(message),
      close: (close) => this.#end(close),
    }
  }

  #taken(client: SignalingClient): void {
    this.#client = client
    if (this.#told) return this.#told(client)
    // Closed by the domain meanwhile: `left` comes when the WebSocket is gone.
    if (this.#phase === 'ended') return
    const { clock, onTaken } = this.#parts
    this.#phase = 'taken'
    this.#lastPongAt = clock.passed()
    this.#timer = clock.every(SIGNALING_TIMING.pingMs, () => this.#ping())
    onTaken()
    for (const message of this.#kept.splice(0)) this.#deliver(message)
  }

  #keep(message: LaterMessage, bytes: Bytes): void {
    this.#keptBytes += bytes
    if (this.#keptBytes > MAX_KEPT) throw invalid('too much before the offer')
    this.#kept.push(message)
  }

  /** What a message leads to may end the session; the messages behind it are then for nobody. */
  #deliver(message: LaterMessage): void {
    if (this.#phase !== 'taken' || !this.#client) return
    switch (message.type) {
      case 'answer':
        return this.#client.answered(message.sdp)
      case 're-answer':
      case 'update':
        return this.#client.reAnswered(message.sdp, message.type)
      case 'candidate':
        return this.#client.candidate(message.candidate)
      case 'pong':
        this.#answered(this.#parts.clock.passed())
        if (!message.stats || !this.#statsAsked) return
        this.#statsAsked = false
        return this.#client.stats(message.stats)
      case 'disconnect':
        return
    }
  }

  #answered(now: Milliseconds): void {
    this.#lastPongAt = now
    // A pong that nobody asked for says nothing of the way.
    if (this.#pingedAt !== null) this.#client?.roundTrip(Math.round(now - this.#pingedAt))
    this.#pingedAt = null
  }

  #ping(): void {
    const now = this.#parts.clock.passed()
    const { pongMs, statsMs } = SIGNALING_TIMING
    if (now - this.#lastPongAt >= pongMs) return this.#fail('PONG-TIMEOUT')
    this.#pingedAt ??= now
    if (this.#lastStatsAt !== null && now - this.#lastStatsAt < statsMs) return this.#send({ type: 'ping' })
    this.#lastStatsAt = now
    this.#statsAsked = true
    this.#send({ type: 'ping', stats: true })
  }

  /** A socket that never said anything lost a race of several and is no failure: nobody hears of it. */
  #connectIsLate(): void {
    if (this.#silent) this.#end({ code: NORMAL_CLOSE, reason: '' })
    else this.#end(failure('CONNECT-TIMEOUT'))
  }

  #send(message: ServerMessage): void {
    if (this.#phase === 'ended') return
    this.#isOffered ||= message.type === 'offer'
    this.#socket.send(JSON.stringify(message))
    this.checkUnsent()
  }

  #fail(reason: SignalingFailure, close = failure(reason)): void {
    this.#end(close)
    this.#tellEnd((client) => client.failed(reason))
  }

  /** @param atOnce true where the client has asked for it, or nobody can wait */
  #end({ code, reason }: SignalingClose, atOnce = false): void {
    if (this.#phase === 'ended') return
    this.#stop()
    const cut = cutReason(reason)
    const close = () => this.#socket.close(code, cut)
    if (atOnce) close()
    else this.#onceHeard(close)
    if (!this.#silent) this.#parts.logger.debug({ code, reason: cut }, 'signaling ends')
  }

  #onceHeard(close: () => void): void {
    const { clock } = this.#parts
    const wait = this.#isOffered ? this.#askedAt + HEARS_AFTER_MS - clock.passed() : 0
    if (wait > 0) clock.after(wait, close)
    else close()
  }

  #stop(): void {
    this.#phase = 'ended'
    this.#timer.cancel()
    this.#kept = []
  }

  #leave(reason: string | null): void {
    this.#tellEnd((client) => client.left(reason))
  }

  #tellEnd(tell: (client: SignalingClient) => void): void {
    if (this.#told) return
    this.#told = tell
    if (this.#client) tell(this.#client)
  }
}

function normal(reason: NormalReason): SignalingClose {
  return { code: NORMAL_CLOSE, reason }
}
