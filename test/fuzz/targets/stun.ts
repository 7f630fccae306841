import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import fc from 'fast-check'
import { waitFor } from '../../support/wait-for.ts'
import { mutatedBytes } from '../inputs/mutated-bytes.ts'
import { propertyTarget } from '../property-target.ts'
import { ANSWERS } from '../webrtc/captured-sdp.ts'
import { openOf, startSfuHere } from '../webrtc/sfu-here.ts'
import type { SfuHere } from '../webrtc/sfu-here.ts'
import {
  BINDING_REQUEST,
  BINDING_SUCCESS,
  OTHER_ATTRIBUTES,
  checkAttributes,
  stunMessage,
} from '../webrtc/stun.ts'
import type { Attribute, Credentials } from '../webrtc/stun.ts'

/** These are put in where a message is made: each run has others. */
const UNKNOWN: Credentials = { username: 'none:nobody', password: 'x'.repeat(24) }
const CHECK = checkAttributes(UNKNOWN)

const attribute: fc.Arbitrary<Attribute> = fc.oneof(
  fc.constantFrom(...CHECK, ...OTHER_ATTRIBUTES),
  fc.record({
    type: fc.oneof(
      fc.constantFrom(...[...CHECK, ...OTHER_ATTRIBUTES].map(({ type }) => type)),
      fc.nat(0xffff),
    ),
    value: fc.uint8Array({ maxLength: 64 }),
  }),
  fc.record({
    ...{ type: fc.constantFrom(6, 0x24, 0x25), value: fc.uint8Array({ maxLength: 12 }) },
    length: fc.constantFrom(0, 1, 3, 12, 513, 0x7fff, 0xffff),
  }),
)
/** Attributes of a check with some more, or any. */
const attributes = fc.oneof(
  fc.array(attribute, { maxLength: 6, size: 'max' }).map((more) => [...CHECK, ...more]),
  fc.array(attribute, { maxLength: 20, size: 'max' }),
)
const made = fc.record({
  what: fc.constant('message' as const),
  type: fc.oneof({ weight: 4, arbitrary: fc.constant(BINDING_REQUEST) }, fc.nat(0x3fff)),
  attributes,
  transaction: fc.uint8Array({ minLength: 12, maxLength: 12 }),
  /** As one who knows the password does, or as a stranger. */
  isSigned: fc.boolean(),
})

/** The beginnings of DTLS and SRTP, which come by the same port. */
const OTHERS = [
  Buffer.from(`16feff0000000000000000${'00'.repeat(60)}`, 'hex'),
  Buffer.from(`80ed0001000003e800000100${'5a'.repeat(60)}`, 'hex'),
  stunMessage(BINDING_REQUEST, CHECK, UNKNOWN.password, Buffer.alloc(12, 7)),
  stunMessage(BINDING_SUCCESS, OTHER_ATTRIBUTES, UNKNOWN.password, Buffer.alloc(12, 7)),
]
const inputs = fc.oneof(
  { weight: 2, arbitrary: made },
  mutatedBytes(OTHERS).map((bytes) => ({ what: 'bytes' as const, bytes })),
)
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

/**
 * Datagrams at the port of all media, from one who knows ICE credentials and from strangers, while others are
 * connected and a well-formed check is answered.
 */
export const target = propertyTarget<Input>({
  name: 'stun',
  cases: 2000,
  reaches: { signed: 200, 'not signed': 200, 'no STUN': 200 },
  inputs,
  start: async () => {
    const stun = await StunSender.start()
    return { take: (input) => stun.send(input), check: () => stun.check(), stop: () => stun.stop() }
  },
})

class StunSender {
  readonly #here: SfuHere
  readonly #socket: Socket
  #credentials = UNKNOWN
  #answered = 0
  #connections = 0

  private constructor(here: SfuHere, socket: Socket) {
    this.#here = here
    this.#socket = socket
    // Of the well-formed check that waits for it; others may be answered as well, also later.
    socket.on('message', (bytes) => {
      if (bytes.length > 19 && bytes.readUInt16BE(0) === BINDING_SUCCESS) this.#answered++
    })
  }

  static async start(): Promise<StunSender> {
    const here = await startSfuHere()
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    const stun = new StunSender(here, socket)
    await stun.check()
    return stun
  }

  async send(input: Input): Promise<string> {
    if (input.what === 'bytes') {
      await this.#datagram(input.bytes)
      return 'no STUN'
    }
    const { type, attributes, transaction, isSigned } = input
    const { username, password } = this.#credentials
    const named = attributes.map((one) => (one === CHECK[0] ? { ...one, value: Buffer.from(username) } : one))
    await this.#datagram(stunMessage(type, named, isSigned ? password : null, transaction))
    return isSigned ? 'signed' : 'not signed'
  }

  /** A connection of its own is checked by ICE, as its client would, and answers. */
  async check(): Promise<void> {
    await this.#here.check()
    this.#connect()
    const before = this.#answered
    await waitFor(async () => {
      const { password } = this.#credentials
      const check = checkAttributes(this.#credentials)
      await this.#datagram(stunMessage(BINDING_REQUEST, check, password, Buffer.alloc(12, 1)))
      return this.#answered > before
    }, 'the answer to a well-formed check')
  }

  stop(): void {
    this.#socket.close()
    this.#here.stop()
  }

  /** In place of the last connection: one that is checked for long without DTLS is given up. */
  #connect(): void {
    const { sfu } = this.#here
    sfu.close(openOf({ connectionId: `STUN${this.#connections}`, channelId: 'STUN' }).connectionId)
    this.#connections++
    const [answered] = ANSWERS
    if (!answered) throw new Error('there is no answer')
    const opened = openOf({ connectionId: `STUN${this.#connections}`, channelId: 'STUN', ...answered })
    const { sdp } = sfu.open(opened)
    sfu.answer(opened.connectionId, answered.sdp)
    const of = (text: string, name: string) => new RegExp(`^a=${name}:(\\S+)`, 'm').exec(text)?.[1] ?? ''
    this.#credentials = {
      username: `${of(sdp, 'ice-ufrag')}:${of(answered.sdp, 'ice-ufrag')}`,
      password: of(sdp, 'ice-pwd'),
    }
  }

  #datagram(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.send(bytes, this.#here.port, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
    })
  }
}
