import { expect, it } from 'vitest'
import { SentPackets } from './sent-packets.ts'

const KEPT = 4096

it('of each number it is news once that it arrived, and late where it was thought lost', () => {
  const packets = new SentPackets()
  for (const number of [0, 1, 0x7fff, 0xffff]) {
    packets.add(number, 1200 + number, number / 4)
    expect(packets.lost(number)).toBe('first')
    expect(packets.lost(number)).toBe('none')
    expect(packets.arrived(number)).toBe('late')
    expect(packets.arrived(number)).toBe('none')
    expect(packets.lost(number)).toBe('none')
    expect([packets.bytes(number), packets.sentAt(number)]).toEqual([1200 + number, number / 4])
  }
})

it('what was never sent, or is too old, is no news', () => {
  const packets = new SentPackets()
  expect([packets.arrived(7), packets.lost(7)]).toEqual(['none', 'none'])
  packets.add(7, 100, 1)
  packets.add(7 + KEPT, 200, 2)
  expect([packets.arrived(7), packets.lost(7)]).toEqual(['none', 'none'])
  expect(packets.arrived(7 + KEPT)).toBe('first')
  expect([packets.bytes(7 + KEPT), packets.sentAt(7 + KEPT)]).toEqual([200, 2])
})
