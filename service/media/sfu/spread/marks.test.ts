import { expect, it } from 'vitest'
import { Marks } from './marks.ts'

it('each mark is told of by itself, and all at the end', async () => {
  const marks = new Marks()
  const [one, two] = [marks.next(), marks.next()]
  const told: unknown[] = []
  void one.heard.then((heard) => told.push(['one', heard]))
  marks.heard(two.number)
  expect(await two.heard).toBe(true)
  expect(told).toEqual([])
  marks.heard(999)
  marks.close()
  expect(await one.heard).toBe(false)
})
