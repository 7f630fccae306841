import { expect, test } from 'vitest'
import { followLevels, takeLevels } from './levels.ts'

test('each meter hears its channel, as long as it is there', () => {
  const heard: unknown[] = []
  const stops = ['first', 'second'].map((meter) =>
    followLevels('A', (levels) => heard.push([meter, ...levels])),
  )
  takeLevels([
    ['A', -12, -13],
    ['B', -1, -1],
  ])
  expect(heard).toEqual([
    ['first', -12, -13],
    ['second', -12, -13],
  ])
  stops[0]?.()
  takeLevels([['A', -14, -15]])
  stops[1]?.()
  takeLevels([['A', -16, -17]])
  expect(heard.slice(2)).toEqual([['second', -14, -15]])
})
