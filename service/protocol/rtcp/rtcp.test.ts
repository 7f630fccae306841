import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ntpFromEpoch, ntpMiddle, roundTripMs } from './ntp.ts'
import type { Arrival, ReportBlock } from './packet.ts'
import { parseRtcp } from './parse.ts'
import {
  bye,
  compound,
  fir,
  nack,
  pli,
  receiverReport,
  remb,
  sdes,
  senderReport,
  transportFeedback,
} from './write.ts'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const uint32 = fc.integer({ min: 0, max: 0xffffffff })
const uint16 = fc.integer({ min: 0, max: 0xffff })
const anyBlock: fc.Arbitrary<ReportBlock> = fc.record({
  ssrc: uint32,
  fractionLost: fc.integer({ min: 0, max: 255 }).map((n) => n / 256),
  cumulativeLost: fc.integer({ min: -0x800000, max: 0x7fffff }),
  highestSequence: uint32,
  jitter: uint32,
  lastSr: uint32,
  delaySinceLastSr: uint32,
})

describe('parseRtcp', () => {
  it('reads a sender report with its source description', () => {
    const report =
      '80c80006 11223344 e5a1b2c3 80000000 00015f90 00000064 0000c350' +
      '81ca0003 11223344 0103 616263 000000'
    expect(parseRtcp(hex(report))).toEqual([
      {
        type: 'sender-report',
        ssrc: 0x11223344,
        ntpMs: 0xe5a1b2c3 * 1000 + 500,
        ntpMiddle: 0xb2c38000,
        rtpTimestamp: 90_000,
        packets: 100,
        octets: 50_000,
        blocks: [],
      },
      { type: 'other', packetType: 202 },
    ])
  })

  it('reads a report block, with a loss below zero', () => {
    const [report] = parseRtcp(hex('81c90007 00000001 11223344 40ffffff 00010005 0000000a b2c38000 00010000'))
    expect(report).toEqual({
      type: 'receiver-report',
      ssrc: 1,
      blocks: [
        {
          ssrc: 0x11223344,
          fractionLost: 0.25,
          cumulativeLost: -1,
          highestSequence: 0x10005,
          jitter: 10,
          lastSr: 0xb2c38000,
          delaySinceLastSr: 0x10000,
        },
      ],
    })
  })

  it('reads feedback', () => {
    const feedback = [
      '81cd0003 00000001 00000002 ffff8001', // NACK of 65535, 0 and 15
      '81ce0002 00000001 00000002', // PLI
      '84ce0004 00000001 00000000 00000003 07000000', // FIR
      '8fce0006 00000001 00000000 52454d42 020b0000 00000002 00000004', // REMB: 3 << 16 times 2^2
      '81cb0001 00000002', // BYE
    ]
    expect(parseRtcp(hex(feedback.join('')))).toEqual([
      { type: 'nack', mediaSsrc: 2, sequenceNumbers: [65535, 0, 15] },
      { type: 'pli', mediaSsrc: 2 },
      { type: 'fir', entries: [{ ssrc: 3, sequence: 7 }] },
      { type: 'remb', bitRateBps: 0x30000 * 4, ssrcs: [2, 4] },
      { type: 'bye', ssrcs: [2] },
    ])
  })

  it('reads transport feedback with run-length, one-bit and two-bit chunks', () => {
    const fixed = '0010 0016 000001 05'
    // One run of 2 small deltas, 14 one-bit symbols of which the first and last came, 6 two-bit symbols.
    const chunks = '2002 a001 d800'
    const deltas = '04 08 02 03 0c fff8'
    const padding = '000003'
    const [packet] = parseRtcp(hex(`afcd0008 00000001 00000002 ${fixed} ${chunks} ${deltas} ${padding}`))
    expect(packet).toMatchObject({ type: 'transport-feedback', baseSequence: 16, feedbackCount: 5 })
    const came =
      packet?.type === 'transport-feedback' ? packet.arrivals.filter((a) => a.receivedAtMs !== null) : []
    expect(came).toEqual([
      { sequenceNumber: 16, receivedAtMs: 65 },
      { sequenceNumber: 17, receivedAtMs: 67 },
      { sequenceNumber: 18, receivedAtMs: 67.5 },
      { sequenceNumber: 31, receivedAtMs: 68.25 },
      { sequenceNumber: 32, receivedAtMs: 71.25 },
      { sequenceNumber: 33, receivedAtMs: 69.25 },
    ])
  })

  it.each([
    ['a report block that is not there', '81c90001 00000001'],
    ['a NACK without a sequence number', '81cd0002 00000001 00000002'],
    ['a REMB with fewer SSRCs than it says', '8fce0004 00000001 00000000 52454d42 020b0000'],
    ['more padding than bytes', 'a1ce0002 00000001 000000ff'],
    ['feedback of a run of nothing', '8fcd0005 00000001 00000002 0010 0016 000001 05 2000 0000'],
    [
      'feedback of more packets than there can be',
      '8fcd0005 00000001 00000002 0010 ffff 000001 05 1fff 1fff',
    ],
    ['feedback with a reserved symbol', '8fcd0005 00000001 00000002 0010 0002 000001 05 6002 0000'],
    ['feedback without its deltas', '8fcd0005 00000001 00000002 0010 0010 000001 05 2010 0000'],
  ])('leaves out %s and reads on', (_name, bytes) => {
    expect(parseRtcp(hex(`${bytes} 81ce0002 00000001 00000002`))).toEqual([{ type: 'pli', mediaSsrc: 2 }])
  })

  it('ends where a length passes the end or the version is another', () => {
    expect(parseRtcp(hex('81ce0002 00000001 00000002 81ce0003 00000001 00000002'))).toHaveLength(1)
    expect(parseRtcp(hex('01ce0002 00000001 00000002 81ce0002 00000001 00000002'))).toEqual([])
  })

  it('never throws and stays in bounds, whatever the bytes', () => {
    const anyPart = fc
      .tuple(
        fc.integer({ min: 0, max: 63 }),
        fc.constantFrom(200, 201, 202, 203, 205, 206),
        fc.uint8Array({ maxLength: 60 }),
      )
      .map(([first, type, body]) => [
        0x80 | first,
        type,
        0,
        body.length >> 2,
        ...body.subarray(0, body.length & ~3),
      ])
    fc.assert(
      fc.property(fc.array(fc.oneof(anyPart, fc.array(uint16))), (parts) => {
        const packets = parseRtcp(Uint8Array.from(parts.flat()))
        expect(packets.length).toBeLessThanOrEqual(32)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('builders', () => {
  it('write the bytes of the RFCs', () => {
    expect(toHex(pli(1, 2))).toBe('81ce00020000000100000002')
    expect(toHex(nack(1, 2, [65535, 0, 15, 15]))).toBe('81cd00030000000100000002ffff8001')
    expect(toHex(fir(1, [{ ssrc: 3, sequence: 7 }]))).toBe('84ce000400000001000000000000000307000000')
    expect(toHex(sdes(0x11223344, 'abc'))).toBe('81ca0003112233440103616263000000')
    expect(toHex(bye([2]))).toBe('81cb000100000002')
    expect(toHex(remb(1, 0x30000 * 4, [2]))).toBe('8fce0005000000010000000052454d42010b000000000002')
  })

  it('end a source description with at least one zero', () => {
    for (let length = 0; length < 9; length++) {
      const bytes = sdes(1, 'x'.repeat(length))
      expect(bytes.length % 4).toBe(0)
      expect(bytes.at(-1)).toBe(0)
      expect(bytes.length).toBe(4 * ((bytes[3] ?? 0) + 1))
    }
  })

  it('give what the parser reads', () => {
    fc.assert(
      fc.property(
        uint32,
        uint32,
        fc.array(anyBlock, { maxLength: 31 }),
        fc.array(uint16, { minLength: 1 }),
        (ssrc, other, blocks, sequences) => {
          const fields = { ssrc, rtpTimestamp: other, packets: 3, octets: 4 }
          const bytes = compound(
            senderReport({ ...fields, ntpMs: other * 1000 + 250 }, blocks),
            receiverReport(ssrc, blocks),
            nack(ssrc, other, sequences),
            bye([ssrc, other]),
          )
          const [sr, rr, asked, end] = parseRtcp(bytes)
          expect(sr).toEqual({
            ...fields,
            type: 'sender-report',
            ntpMs: other * 1000 + 250,
            ntpMiddle: ntpMiddle(other * 1000 + 250),
            blocks,
          })
          expect(rr).toEqual({ type: 'receiver-report', ssrc, blocks })
          expect(end).toEqual({ type: 'bye', ssrcs: [ssrc, other] })
          const numbers = asked?.type === 'nack' ? asked.sequenceNumbers : []
          expect(new Set(numbers)).toEqual(new Set(sequences))
        },
      ),
    )
  })

  it('go on in another packet after 31 blocks', () => {
    const block = { ssrc: 9, fractionLost: 0, cumulativeLost: 0, highestSequence: 0, jitter: 0, lastSr: 0 }
    const blocks = Array.from({ length: 70 }, (_, i) => ({ ...block, delaySinceLastSr: i }))
    const packets = parseRtcp(receiverReport(5, blocks))
    const read = packets.flatMap((packet) => (packet.type === 'receiver-report' ? packet.blocks : []))
    expect(read).toEqual(blocks)
  })

  it('round a bit rate down by at most 1 part in 100,000', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (bitRateBps) => {
        const [packet] = parseRtcp(remb(1, bitRateBps, [2, 3]))
        const read = packet?.type === 'remb' ? packet.bitRateBps : NaN
        expect(read).toBeLessThanOrEqual(bitRateBps)
        expect(read).toBeGreaterThanOrEqual(bitRateBps * (1 - 1e-5))
      }),
    )
  })
})

describe('transportFeedback', () => {
  /** What the parser reads of what was written. */
  const roundTrip = (baseSequence: number, arrivals: readonly Arrival[]) => {
    const bytes = transportFeedback(1, 2, { baseSequence, feedbackCount: 7, arrivals })
    expect(bytes.length % 4).toBe(0)
    expect(bytes.length).toBeLessThanOrEqual(1128)
    const [packet] = parseRtcp(bytes)
    if (packet?.type !== 'transport-feedback') throw new Error('not read as transport feedback')
    expect(packet).toMatchObject({ baseSequence, feedbackCount: 7 })
    return packet.arrivals
  }

  /** Times in steps of 0.25 ms, of which some go back, some are far apart, some are missing. */
  const anyArrivals = fc
    .tuple(
      uint16,
      fc.integer({ min: 200_000, max: 4_000_000_000 }),
      fc.array(
        fc.oneof(
          { weight: 5, arbitrary: fc.integer({ min: 0, max: 300 }) },
          { weight: 1, arbitrary: fc.integer({ min: -600, max: 8000 }) },
          { weight: 2, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.array(fc.constant(null), { minLength: 10, maxLength: 40 }) },
          { weight: 1, arbitrary: fc.array(fc.constant(8), { minLength: 7, maxLength: 40 }) },
        ),
        { maxLength: 60 },
      ),
    )
    .map(([base, start, steps]) => {
      let ticks = start
      const arrivals = steps.flat().map((step, i) => ({
        sequenceNumber: (base + i) & 0xffff,
        receivedAtMs: step === null ? null : (ticks += step) / 4,
      }))
      return { base, arrivals }
    })

  it('is read as it was written', () => {
    fc.assert(
      fc.property(anyArrivals, ({ base, arrivals }) => {
        expect(roundTrip(base, arrivals)).toEqual(arrivals.slice(0, roundTrip(base, arrivals).length))
        expect(roundTrip(base, arrivals).length).toBeGreaterThanOrEqual(Math.min(arrivals.length, 300))
      }),
      { numRuns: 500 },
    )
  })

  it('takes 1 chunk for a long run and does not drift over many small steps', () => {
    const arrivals = Array.from({ length: 500 }, (_, i) => ({
      sequenceNumber: i,
      receivedAtMs: 1000 + i * 1.1,
    }))
    const read = roundTrip(0, arrivals)
    expect(read).toHaveLength(500)
    const errors = read.map(({ receivedAtMs }, i) => Math.abs((receivedAtMs ?? NaN) - 1000 - i * 1.1))
    expect(Math.max(...errors)).toBeLessThanOrEqual(0.125 + 1e-9)
    expect(transportFeedback(1, 2, { baseSequence: 0, feedbackCount: 7, arrivals }).length).toBe(
      12 + 8 + 2 + 500 + 2,
    )
  })

  it('counts as not received what is missing, and ignores what is old or told twice', () => {
    const at = (sequenceNumber: number, receivedAtMs: number) => ({ sequenceNumber, receivedAtMs })
    const told = [at(65533, 64), at(65535, 65), at(1, 66), at(1, 67), at(0, 68), at(2, 69)]
    expect(roundTrip(65534, told)).toEqual([
      { sequenceNumber: 65534, receivedAtMs: null },
      at(65535, 65),
      { sequenceNumber: 0, receivedAtMs: null },
      at(1, 66),
      at(2, 69),
    ])
  })

  it('leaves out what comes after a pause that no delta tells, or after the last that fits', () => {
    const pause = [0, 8191.75, 8192 * 2].map((receivedAtMs, sequenceNumber) => ({
      sequenceNumber,
      receivedAtMs,
    }))
    expect(roundTrip(0, pause)).toEqual(pause.slice(0, 2))
    const many = Array.from({ length: 2000 }, (_, i) => ({ sequenceNumber: i, receivedAtMs: i * 100 }))
    expect(roundTrip(0, many).length).toBeGreaterThan(450)
    expect(roundTrip(0, many)).toEqual(many.slice(0, roundTrip(0, many).length))
  })
})

describe('NTP', () => {
  it('counts from 1900 and keeps the middle', () => {
    expect(ntpFromEpoch(0)).toBe(2_208_988_800_000)
    expect(ntpMiddle(0xe5a1b2c3 * 1000 + 500)).toBe(0xb2c38000)
  })

  it('gives the round trip of a report, null where it cannot be', () => {
    const sentAt = ntpFromEpoch(1_800_000_000_000)
    const block = { ssrc: 1, fractionLost: 0, cumulativeLost: 0, highestSequence: 0, jitter: 0 }
    const told = { ...block, lastSr: ntpMiddle(sentAt), delaySinceLastSr: 65536 }
    expect(roundTripMs(told, sentAt + 1040)).toBeCloseTo(40, 1)
    expect(roundTripMs(told, sentAt + 1000)).toBeCloseTo(0, 1)
    expect(roundTripMs(told, sentAt + 500)).toBeNull()
    expect(roundTripMs({ ...told, lastSr: 0 }, sentAt + 1040)).toBeNull()
  })
})
