import { expect, it } from 'vitest'
import { Topics } from './topics.ts'

it('tells everybody who listens to a name, in the order in which they began', () => {
  const topics = new Topics<{ rain: { mm: number }; sun: { hours: number } }>()
  const told: unknown[] = []
  topics.tell('rain', { mm: 1 })
  topics.on({ rain: (body) => told.push(['first', body]) })
  topics.on({ rain: (body) => told.push(['second', body]), sun: (body) => told.push(['second', body]) })
  topics.tell('rain', { mm: 2 })
  topics.tell('sun', { hours: 3 })
  expect(told).toEqual([
    ['first', { mm: 2 }],
    ['second', { mm: 2 }],
    ['second', { hours: 3 }],
  ])
})

it('hears a link from the moment in which somebody listens', () => {
  const topics = new Topics<{ rain: { mm: number } }>()
  expect(Object.hasOwn(topics.listeners, 'rain')).toBe(false)
  const told: number[] = []
  topics.on({ rain: ({ mm }) => told.push(mm) })
  topics.listeners.rain?.({ mm: 4 })
  expect(told).toEqual([4])
})
