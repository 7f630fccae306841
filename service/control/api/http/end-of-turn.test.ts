import { expect, it } from 'vitest'
import { endOfTurn } from './end-of-turn.ts'

it('is the same for all that wait in one turn, and comes after what else the turn does', async () => {
  const order: string[] = []
  const wait = async (name: string) => {
    await endOfTurn()
    order.push(name)
  }
  setImmediate(() => {
    const first = wait('first')
    queueMicrotask(() => void wait('second'))
    void first.then(() => setImmediate(() => order.push('next turn')))
    order.push('all looked at')
  })
  await expect.poll(() => order).toEqual(['all looked at', 'first', 'second', 'next turn'])
})

it('comes again for who waits in a later turn', async () => {
  const first = endOfTurn()
  await first
  const second = endOfTurn()
  expect(second).not.toBe(first)
  await second
})
