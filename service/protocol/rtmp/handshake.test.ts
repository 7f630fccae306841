import { describe, expect, it } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { clientHandshake, HANDSHAKE_BYTES, ServerHandshake } from './handshake.ts'

const random = () => Buffer.alloc(HANDSHAKE_BYTES, 0x5a)
const opening = clientHandshake((bytes) => Buffer.alloc(bytes, 0xa5))

describe('ServerHandshake', () => {
  it.each([1, 7, 1536, 1537, 3072, 3073])('takes the handshake in parts of %i bytes', (size) => {
    const handshake = new ServerHandshake(random)
    const replies: Buffer[] = []
    for (let at = 0; at < opening.length; at += size) {
      const part = Buffer.from(opening.subarray(at, at + size))
      const { taken, reply } = handshake.push(part, 0, part.length)
      expect(taken).toBe(part.length)
      if (reply) replies.push(reply)
      part.fill(0)
    }
    expect(handshake.done).toBe(true)
    expect(replies).toHaveLength(1)
    const reply = replies[0] ?? Buffer.alloc(0)
    expect(reply.length).toBe(1 + 2 * HANDSHAKE_BYTES)
    expect(reply[0]).toBe(3)
    // S2 repeats C1.
    expect(reply.subarray(1 + HANDSHAKE_BYTES).equals(opening.subarray(1, 1 + HANDSHAKE_BYTES))).toBe(true)
  })

  it('leaves what comes behind the handshake', () => {
    const bytes = Buffer.concat([opening, Buffer.from('rest')])
    expect(new ServerHandshake(random).push(bytes, 0, bytes.length).taken).toBe(opening.length)
  })

  it.each([0, 2, 6, 0x47])('refuses version %i at its first byte', (version) => {
    const push = () => new ServerHandshake(random).push(Buffer.from([version]), 0, 1)
    expect(push).toThrow(ProtocolError)
    expect(push).toThrow(`handshake version must be 3, not ${version}`)
  })
})
