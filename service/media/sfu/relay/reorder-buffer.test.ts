import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FrameAssembler } from './frame-assembler.ts'
import { ReorderBuffer } from './reorder-buffer.ts'
import type { KeptPacket } from './reorder-buffer.ts'

const packet = (sequence: number, timestamp = 0, marker = false): KeptPacket => ({
  sequence,
  timestamp,
  marker,
  payload: Uint8Array.of(sequence),
})
const numbers = (packets: readonly (KeptPacket | null)[]) => packets.map((p) => p && p.sequence)

it('gives packets in order, and what came late when it is there', () => {
  const buffer = new ReorderBuffer(100)
  expect(numbers(buffer.push(packet(5), 0))).toEqual([5])
  expect(numbers(buffer.push(packet(7), 10))).toEqual([])
  expect(numbers(buffer.push(packet(8), 20))).toEqual([])
  expect(numbers(buffer.push(packet(6), 90))).toEqual([6, 7, 8])
  expect(numbers(buffer.push(packet(6), 95))).toEqual([])
})

it('tells a gap that is not filled in time, once', () => {
  const buffer = new ReorderBuffer(100)
  buffer.push(packet(1), 0)
  expect(numbers(buffer.push(packet(4), 10))).toEqual([])
  expect(numbers(buffer.push(packet(5), 110))).toEqual([null, 4, 5])
  expect(numbers(buffer.push(packet(2), 120))).toEqual([])
})

it('gives each packet at most once and in order, whatever the order of arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 400 }), (sequences) => {
      const buffer = new ReorderBuffer(50)
      const seen = sequences.flatMap((sequence, i) => numbers(buffer.push(packet(sequence), i * 3)))
      const given = seen.filter((n) => n !== null)
      expect(given).toEqual([...new Set(given)].sort((a, b) => a - b))
    }),
  )
})

it('makes frames of what has the same time, and none of which a part is lost', () => {
  const assembler = new FrameAssembler()
  expect(assembler.push(packet(1, 10))).toBeNull()
  expect(assembler.push(packet(2, 10, true))).toEqual({
    timestamp: 10,
    payloads: [Uint8Array.of(1), Uint8Array.of(2)],
  })
  expect(assembler.push({ ...packet(3, 10), payload: new Uint8Array() })).toBeNull()
  expect(assembler.push(packet(4, 20))).toBeNull()
  expect(assembler.push(null)).toBe('lost')
  expect(assembler.push(packet(6, 20, true))).toBeNull()
  expect(assembler.push(packet(7, 30, true))).toEqual({ timestamp: 30, payloads: [Uint8Array.of(7)] })
})
