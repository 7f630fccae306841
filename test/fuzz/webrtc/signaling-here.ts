import { SignalingSession } from '../../../service/control/api/signaling/session.ts'
import type { SignalingSocket } from '../../../service/control/api/signaling/session.ts'
import { createLogger } from '../../../service/platform/logger.ts'
import { FAILURE_REASONS, NORMAL_REASONS } from '../../../service/contract/signaling.ts'
import { addWebrtcChannel } from '../../support/channel-rows.ts'
import { setUpSessions, turn } from '../../support/sfu-sessions.ts'
import type { SessionsSetUp } from '../../support/sfu-sessions.ts'

const REASONS = new Set(['', ...Object.keys(NORMAL_REASONS), ...Object.keys(FAILURE_REASONS)])
const MESSAGES = new Set(['offer', 're-offer', 'ping', 'notify', 'push'])
/** What a client may be sent in one case; it is told of itself and two others. */
const MOST_SENT = 1_000_000

/** A client's WebSocket without a network, which checks what it is sent. */
export class CheckedSocket implements SignalingSocket {
  readonly bufferedAmount = 0
  /** Types of all messages. */
  types: string[] = []
  closed: string | null = null
  /** Answers as a client does. */
  onMessage: (type: string) => void = () => undefined
  #bytes = 0

  send(text: string): void {
    if (this.closed !== null) throw new Error('something is sent after the close')
    const { type } = JSON.parse(text) as { type: string }
    if (!MESSAGES.has(type)) throw new Error(`a message of type ${type} is sent`)
    this.#bytes += text.length
    if (this.#bytes > MOST_SENT) throw new Error(`${this.#bytes} bytes are sent`)
    this.types.push(type)
    this.onMessage(type)
  }

  close(code: number, reason: string): void {
    if (this.closed !== null) throw new Error('closed twice')
    const [word = ''] = reason.split(' ')
    if (code !== 1000 && code !== 4490) throw new Error(`closed with ${code}`)
    if (!REASONS.has(word) || Buffer.byteLength(reason) > 123) throw new Error(`closed with ${reason}`)
    this.closed = word
  }

  /** Counts anew: another case begins. */
  forget(): void {
    this.types = []
    this.#bytes = 0
  }

  terminate(): void {
    this.closed = 'cut'
  }
}

/** Signaling down to its database, with an SFU that carries nothing, and a client that does no harm. */
export class SignalingHere {
  readonly set: SessionsSetUp
  readonly channelId: string
  /** What must never be logged. */
  readonly #errors: string[] = []
  #honest = new CheckedSocket()

  constructor() {
    const logger = createLogger('error', { write: (line) => void this.#errors.push(line) })
    this.set = setUpSessions(Date.parse('2026-01-01T00:00:00Z'), logger)
    this.channelId = addWebrtcChannel(this.set.db, this.set.system).channelId
  }

  /** A socket and its session. */
  open(socket = new CheckedSocket()): { socket: CheckedSocket; session: SignalingSession } {
    const session = new SignalingSession(socket, {
      remoteAddress: '192.0.2.7',
      key: null,
      admission: this.set.test.sessions,
      clock: this.set.clock,
      logger: createLogger('silent'),
      onTaken: () => undefined,
    })
    return { socket, session }
  }

  /** The one who does no harm connects, and answers all there is from then on. */
  async join(): Promise<void> {
    this.#honest = new CheckedSocket()
    const { socket, session } = this.open(this.#honest)
    const say = (message: object) =>
      queueMicrotask(() => session.received(Buffer.from(JSON.stringify(message)), false))
    socket.onMessage = (type) => {
      if (type === 'ping') say({ type: 'pong' })
      else if (type === 'offer') say({ type: 'answer', sdp: 'answer' })
      else if (type === 're-offer') say({ type: 're-answer', sdp: 'answer' })
    }
    const connect = { type: 'connect', role: 'sendrecv', channel_id: this.channelId, sdp: 'v=0' }
    session.received(Buffer.from(JSON.stringify(connect)), false)
    await turn()
    await turn()
    this.mediaUp()
    await turn()
  }

  /** Media comes up of all who have answered. */
  mediaUp(): void {
    const { sfu } = this.set.test
    for (const { connectionId } of sfu.bodies('connection.answer')) sfu.open(connectionId)
  }

  /** @throws where others than the one who does no harm are left, or that one is not served any more */
  check(): void {
    const { sessions, sfu } = this.set.test
    if (this.#honest.closed !== null) throw new Error(`the other was closed with ${this.#honest.closed}`)
    const left = sessions.view(this.channelId as never).connections
    if (left.length !== 1) throw new Error(`${left.length} are left`)
    if (this.#errors.length > 0) throw new Error(this.#errors.splice(0)[0])
    sfu.asked.length = 0
    this.#honest.forget()
  }

  /** Takes out rows of those who have gone. */
  sweep(): void {
    this.set.db.prepare('DELETE FROM connections WHERE ended_at IS NOT NULL').run()
  }

  close(): Promise<void> {
    return this.set.close()
  }
}
