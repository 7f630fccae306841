import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { CHUNK, SendBudget } from './send-budget.ts'

/** A player that takes one chunk at a time, when it is told to. */
function slowPlayer() {
  const sizes: number[] = []
  let take: () => void = () => undefined
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      sizes.push(chunk.length)
      take = done
    },
  })
  return { stream, sizes, take: () => take() }
}
const KIB = 1024
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('gives each player so much at once, and less while many wait', async () => {
  const budget = new SendBudget(512 * KIB)
  const players = Array.from({ length: 3 }, slowPlayer)
  for (const { stream } of players) budget.send(stream, Buffer.alloc(600 * KIB))
  expect(players.map(({ sizes }) => sizes)).toEqual([[256 * KIB], [256 * KIB], [16 * KIB]])
  expect(budget.queued).toBe(528 * KIB)
  players[2]?.take()
  await settled()
  expect(players[2]?.sizes.at(-1)).toBe(16 * KIB)
  players[0]?.stream.destroy()
  await settled()
  expect(budget.queued).toBe(272 * KIB)
})

it('ends a stream, or says that it has all of it, and nothing is counted then', async () => {
  const budget = new SendBudget()
  const [ending, staying] = [slowPlayer(), slowPlayer()]
  let done = 0
  budget.send(ending.stream, Buffer.alloc(300 * KIB))
  budget.send(staying.stream, Buffer.alloc(300 * KIB), CHUNK, () => (done += 1))
  for (const { take } of [ending, staying, ending, staying]) {
    expect(done).toBe(0)
    take()
    await settled()
  }
  expect([done, budget.queued, ending.stream.closed, staying.stream.writable]).toEqual([1, 0, true, true])
  expect(staying.stream.listenerCount('close')).toBe(0)
})
