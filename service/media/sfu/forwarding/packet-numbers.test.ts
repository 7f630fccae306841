import { describe, expect, it } from 'vitest'
import { PacketNumbers } from './packet-numbers.ts'

describe('numbers of forwarded packets', () => {
  it('close up behind what is left out, and late packets get those of before', () => {
    const numbers = new PacketNumbers()
    numbers.leaveOut(10)
    numbers.leaveOut(12)
    expect([9, 11, 13, 14].map((n) => numbers.numberOf(n))).toEqual([9, 10, 11, 12])
  })

  it('go on when there is much to leave out', () => {
    const numbers = new PacketNumbers()
    for (let n = 0; n < 10_000; n += 2) numbers.leaveOut(n)
    expect([9999, 9997, 9001].map((n) => numbers.numberOf(n))).toEqual([4999, 4998, 4500])
  })
})
