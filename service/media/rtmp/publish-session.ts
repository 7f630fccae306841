import { decodeAmf } from '../../protocol/amf0/decode.ts'
import { isAmfObject } from '../../protocol/amf0/value.ts'
import type { AmfValue } from '../../protocol/amf0/value.ts'
import { LimitError, ProtocolError } from '../../protocol/protocol-error.ts'
import { callResult, connectResult, onStatus, userControl } from '../../protocol/rtmp/commands.ts'
import { MESSAGE_TYPE, USER_CONTROL } from '../../protocol/rtmp/message.ts'
import { publishAddress } from '../../protocol/rtmp/publish-address.ts'
import type { PublishAddress } from '../../protocol/rtmp/publish-address.ts'

/** What a session asks of its connection. */
export interface SessionPort {
  send(bytes: Buffer): void
  /** The encoder asks to publish; no message may be given to the session until that is decided. */
  publish(command: PublishCommand): void
  media(type: 8 | 9 | 18, timestampMs: number, payload: Buffer): void
  /** The encoder ended its stream; called once. */
  unpublished(answer: Buffer): void
  /** Somebody wants something else than to publish. */
  refuse(answer: Buffer): void
  /** The peer's acknowledgement window. */
  window(bytes: number): void
}

/** What an encoder says of itself is kept and shown so far, UTF-16 units. */
const MOST_ENCODER = 128

/** An encoder's wish to publish. */
export interface PublishCommand extends PublishAddress {
  /** `flashVer` of connect; '' where it has none. */
  readonly encoder: string
  /** The stream that the answer is about. */
  readonly streamId: number
}

/**
 * What is expected next. The order connect → createStream → publish is enforced: a publish before its
 * connect would have no address. What an encoder says of its stream once that has ended changes nothing; another one
 * takes another connection.
 */
type State = 'connect' | 'create-stream' | 'publish' | 'authorizing' | 'publishing' | 'ended'

/**
 * The RTMP dialogue with one encoder (RTMP specification 7.2). Takes whole messages; knows no socket.
 * Methods throw ProtocolError for messages that break the dialogue.
 */
export class PublishSession {
  readonly #port: SessionPort
  readonly #maxStreams: number
  #state: State = 'connect'
  #app = ''
  #encoder = ''
  #streams = 0
  /** What it publishes on. */
  #streamId = 0

  /** @param maxStreams how often createStream may be called */
  constructor(maxStreams: number, port: SessionPort) {
    this.#maxStreams = maxStreams
    this.#port = port
  }

  get publishing(): boolean {
    return this.#state === 'publishing'
  }

  /** The publish was accepted. */
  accepted(): void {
    this.#state = 'publishing'
  }

  message(type: number, timestampMs: number, streamId: number, payload: Buffer): void {
    switch (type) {
      case MESSAGE_TYPE.audio:
      case MESSAGE_TYPE.video:
        if (this.publishing) this.#port.media(type, timestampMs, payload)
        else if (this.#state !== 'ended') throw new ProtocolError('rtmp', 'media before publish was accepted')
        break
      case MESSAGE_TYPE.data:
        if (this.publishing) this.#port.media(type, timestampMs, payload)
        break
      case MESSAGE_TYPE.command:
        this.#command(streamId, decodeAmf(payload))
        break
      case MESSAGE_TYPE.amf3Command:
        // A byte of 0 says that AMF0 follows, as all encoders have it (RTMP specification 7.1.1).
        this.#command(streamId, decodeAmf(payload.subarray(1)))
        break
      case MESSAGE_TYPE.windowAcknowledgementSize:
        if (payload.length >= 4) this.#port.window(payload.readUInt32BE(0))
        break
      case MESSAGE_TYPE.userControl:
        this.#userControl(payload)
        break
      default: // Acknowledgements, bandwidth, AMF3 data, aggregates: nothing here depends on them.
    }
  }

  #userControl(payload: Buffer): void {
    if (payload.length >= 6 && payload.readUInt16BE(0) === USER_CONTROL.pingRequest) {
      this.#port.send(userControl(USER_CONTROL.pingResponse, payload.readUInt32BE(2)))
    }
  }

  #command(streamId: number, values: AmfValue[]): void {
    const [name, transaction, object] = values
    if (typeof name !== 'string') throw new ProtocolError('rtmp', 'a command must begin with its name')
    const id = typeof transaction === 'number' ? transaction : 0
    switch (name) {
      case 'connect':
        this.#connect(id, object)
        break
      case 'createStream':
        this.#createStream(id)
        break
      case 'publish':
        this.#publish(streamId, values[3])
        break
      case 'releaseStream':
      case 'FCPublish':
        this.#expect(this.#state !== 'connect', name)
        if (id > 0) this.#port.send(callResult(id, undefined))
        break
      case 'FCUnpublish':
      case 'closeStream':
        this.#unpublish(streamId)
        break
      case 'deleteStream':
        if (!this.#isOther(values[3])) this.#unpublish(streamId)
        break
      case 'play':
      case 'play2':
        this.#port.refuse(playRefused(streamId))
        break
      default: // Encoders call more than they need, _checkbw for one, and go on without an answer.
    }
  }

  #connect(transaction: number, object: AmfValue): void {
    this.#expect(this.#state === 'connect', 'connect')
    const settings = isAmfObject(object) ? object : {}
    this.#app = typeof settings.app === 'string' ? settings.app : ''
    this.#encoder = typeof settings.flashVer === 'string' ? settings.flashVer.slice(0, MOST_ENCODER) : ''
    this.#port.send(connectResult(transaction))
    this.#state = 'create-stream'
  }

  #createStream(transaction: number): void {
    this.#expect(this.#state !== 'connect', 'createStream')
    if (this.#streams >= this.#maxStreams) {
      throw new LimitError('rtmp', `more than ${this.#maxStreams} calls of createStream`)
    }
    this.#streams += 1
    this.#port.send(callResult(transaction, this.#streams))
    if (this.#state === 'create-stream') this.#state = 'publish'
  }

  #publish(streamId: number, name: AmfValue): void {
    this.#expect(this.#state === 'publish', 'publish')
    if (name !== undefined && name !== null && typeof name !== 'string') {
      throw new ProtocolError('rtmp', 'the name in publish must be a string')
    }
    this.#state = 'authorizing'
    this.#streamId = streamId
    this.#port.publish({ ...publishAddress(this.#app, name ?? ''), encoder: this.#encoder, streamId })
  }

  #unpublish(streamId: number): void {
    if (!this.publishing) return
    this.#state = 'ended'
    this.#port.unpublished(unpublished(streamId))
  }

  /** Whether deleteStream names another stream (RTMP specification 7.2.2.3). One without a number means its own. */
  #isOther(streamId: AmfValue): boolean {
    return typeof streamId === 'number' && this.#streamId !== 0 && streamId !== this.#streamId
  }

  #expect(inOrder: boolean, command: string): void {
    if (!inOrder) throw new ProtocolError('rtmp', `${command} out of order: ${ORDER[this.#state]}`)
  }
}

const ORDER = {
  connect: 'connect must come first',
  'create-stream': 'createStream must come next',
  publish: 'publish must come next',
  authorizing: 'a stream is already published on this connection',
  publishing: 'a stream is already published on this connection',
  ended: 'the stream of this connection has ended',
} as const satisfies Record<State, string>

/** The answer to a refused publish; ffmpeg prints `reason` and exits with 1. */
export function publishRefused(streamId: number, reason: string): Buffer {
  return onStatus(streamId, 'error', 'NetStream.Publish.BadName', reason)
}

function unpublished(streamId: number): Buffer {
  return onStatus(streamId, 'status', 'NetStream.Unpublish.Success', 'The stream has ended.')
}

function playRefused(streamId: number): Buffer {
  const text = 'Streams are only taken here, not played.'
  return onStatus(streamId, 'error', 'NetStream.Play.StreamNotFound', text)
}
