import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRtcp } from '../../../protocol/rtcp/parse.ts'
import { FeedbackCollector } from './feedback-collector.ts'

/** What the next feedback says: sequence number → arrival, or null where it is missing. */
function read(bytes: Uint8Array | null) {
  const [packet] = parseRtcp(bytes ?? new Uint8Array())
  if (packet?.type !== 'transport-feedback') throw new Error('no feedback')
  return {
    ...packet,
    arrivals: packet.arrivals.map((each) => [each.sequenceNumber, each.receivedAtMs] as const),
  }
}

function collector(...packets: readonly (readonly [sequence: number, ms: number])[]): FeedbackCollector {
  const made = new FeedbackCollector()
  for (const [sequence, ms] of packets) made.received(sequence, ms)
  return made
}

describe('feedback to a sender', () => {
  it('has nothing to say before a packet came, nor twice of the same', () => {
    const feedback = new FeedbackCollector()
    expect(feedback.build(1, 2, 0)).toBeNull()
    feedback.received(7, 0)
    expect(feedback.build(1, 2, 10)).not.toBeNull()
    expect(feedback.build(1, 2, 1000)).toBeNull()
    feedback.received(7, 1001)
    expect(feedback.build(1, 2, 2000)).toBeNull()
  })

  it('tells when each packet came and which are missing', () => {
    const feedback = collector([10, 1000], [11, 1005.25], [13, 1009])
    const said = read(feedback.build(1, 2, 1010))
    expect(said).toMatchObject({ baseSequence: 10, feedbackCount: 0 })
    expect(said.arrivals).toEqual([
      [10, 1000],
      [11, 1005.25],
      [12, null],
      [13, 1009],
    ])
  })

  it('begins where the last one ended, so a loss in between is told', () => {
    const feedback = collector([10, 1000])
    feedback.build(1, 2, 1000)
    feedback.received(13, 1050)
    const said = read(feedback.build(1, 2, 1060))
    expect(said).toMatchObject({ baseSequence: 11, feedbackCount: 1 })
    expect(said.arrivals).toEqual([
      [11, null],
      [12, null],
      [13, 1050],
    ])
  })

  it('goes on over the wrap of sequence numbers', () => {
    const feedback = collector([65534, 1000], [65535, 1001], [0, 1002], [2, 1003])
    const said = read(feedback.build(1, 2, 1010))
    expect(said.baseSequence).toBe(65534)
    expect(said.arrivals.map(([sequence]) => sequence)).toEqual([65534, 65535, 0, 1, 2])
  })

  it('takes packets in any order', () => {
    const feedback = collector([11, 1000], [10, 1001], [12, 1002])
    expect(read(feedback.build(1, 2, 1010)).arrivals).toEqual([
      [10, 1001],
      [11, 1000],
      [12, 1002],
    ])
  })

  it('goes back to a packet that it had called missing', () => {
    const feedback = collector([10, 1000], [12, 1001])
    feedback.build(1, 2, 1010)
    feedback.received(11, 1020)
    expect(read(feedback.build(1, 2, 1060)).arrivals).toEqual([
      [11, 1020],
      [12, 1001],
    ])
  })

  it('waits some time for more packets, unless many are waiting', () => {
    const feedback = collector([0, 1000])
    feedback.build(1, 2, 1000)
    feedback.received(1, 1010)
    expect(feedback.build(1, 2, 1020)).toBeNull()
    for (let i = 2; i <= 30; i++) feedback.received(i, 1020)
    expect(feedback.build(1, 2, 1021)).not.toBeNull()
  })

  it('leaves what is too much for one packet to the next', () => {
    const feedback = new FeedbackCollector()
    for (let i = 0; i < 1000; i++) feedback.received(i, 1000 + (i % 2) * 100)
    const sizes = [1, 2, 3].map((turn) => {
      const bytes = feedback.build(1, 2, 2000 + turn * 100)
      expect(bytes?.length).toBeLessThan(1200)
      return read(bytes).arrivals.length
    })
    expect(sizes).toEqual([400, 400, 200])
  })

  it('tells only the end of a gap that is longer than a feedback', () => {
    const feedback = collector([0, 1000])
    feedback.build(1, 2, 1000)
    feedback.received(1500, 1100)
    const { arrivals } = read(feedback.build(1, 2, 1100))
    expect(arrivals).toHaveLength(400)
    expect(arrivals.at(-1)).toEqual([1500, 1100])
  })

  it('splits at a pause that a delta cannot express', () => {
    const feedback = collector([0, 1000], [1, 20_000])
    expect(read(feedback.build(1, 2, 20_000)).arrivals).toEqual([[0, 1000]])
    expect(read(feedback.build(1, 2, 20_100)).arrivals).toEqual([[1, 20_000]])
  })

  it('begins anew with a sender that counts anew', () => {
    const feedback = collector([30_000, 1000])
    feedback.build(1, 2, 1000)
    feedback.received(5, 1100)
    expect(read(feedback.build(1, 2, 1100)).arrivals).toEqual([[5, 1100]])
  })

  it('tells each packet of any stream with losses and disorder, at its time', () => {
    const packets = fc.array(
      fc.record({ lost: fc.boolean(), late: fc.nat(30), gap: fc.integer({ min: 0, max: 40 }) }),
      { minLength: 1, maxLength: 300 },
    )
    fc.assert(
      fc.property(packets, fc.nat(65_535), (stream, first) => {
        let sentMs = 5000
        const arrivals = stream
          .map(({ lost, late, gap }, i) => {
            sentMs += gap
            return { sequence: (first + i) & 0xffff, ms: sentMs + late, lost: lost && i > 0 }
          })
          .filter((packet) => !packet.lost)
          .sort((a, b) => a.ms - b.ms)
        const feedback = new FeedbackCollector()
        const told = new Map<number, number>()
        let now = 5000
        const flush = () => {
          now += 50
          const bytes = feedback.build(1, 2, now)
          if (bytes)
            for (const [sequence, ms] of read(bytes).arrivals) if (ms !== null) told.set(sequence, ms)
        }
        arrivals.forEach((packet, i) => {
          feedback.received(packet.sequence, packet.ms)
          if (i % 7 === 6) flush()
        })
        for (let i = 0; i < 10; i++) flush()
        expect([...told].sort()).toEqual(arrivals.map((packet) => [packet.sequence, packet.ms]).sort())
      }),
    )
  })
})
