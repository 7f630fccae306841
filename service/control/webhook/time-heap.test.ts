import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Fifo } from './fifo.ts'
import { TimeHeap } from './time-heap.ts'

it('gives what waits in order of time, then of rank, also while more is added', () => {
  const entries = fc.array(fc.record({ at: fc.nat(20), isTaken: fc.boolean() }), { maxLength: 200 })
  fc.assert(
    fc.property(entries, fc.nat(1000), (adds, by) => {
      const heap = new TimeHeap<number>()
      let sorted: { at: number; rank: number }[] = []
      adds.forEach(({ at, isTaken }, rank) => {
        heap.add(at, rank, rank)
        sorted = [...sorted, { at, rank }].sort((a, b) => a.at - b.at || a.rank - b.rank)
        expect(heap.first).toEqual({ ...sorted[0], value: sorted[0]?.rank })
        if (isTaken) {
          heap.removeFirst()
          sorted.shift()
        }
      })
      heap.moveAll(-by)
      for (const { at, rank } of sorted) {
        expect(heap.first).toEqual({ at: at - by, rank, value: rank })
        heap.removeFirst()
      }
      expect(heap.first).toBeUndefined()
      heap.removeFirst()
    }),
  )
})

it('first in, first out', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 1000, size: 'max' }), (steps) => {
      const fifo = new Fifo<number>()
      const plain: number[] = []
      steps.forEach((isPush, i) => {
        if (isPush) {
          fifo.push(i)
          plain.push(i)
        } else expect(fifo.shift()).toBe(plain.shift())
        expect(fifo.size).toBe(plain.length)
      })
    }),
  )
})
