import { expect, it } from 'vitest'
import { ListenerSet } from './listener-set.ts'

it('tells those who still listen, whatever another one throws', () => {
  const logged: string[] = []
  const logger = { error: (_: unknown, text: string) => void logged.push(text) }
  const listeners = new ListenerSet<[what: string, nth: number]>(logger as never, 'changes')
  const heard: string[] = []
  listeners.add(() => {
    throw new Error('of a listener')
  })
  const stop = listeners.add((what, nth) => heard.push(`first: ${what} ${nth}`))
  listeners.add((what, nth) => heard.push(`second: ${what} ${nth}`))
  listeners.tell('a', 1)
  expect(heard).toEqual(['first: a 1', 'second: a 1'])
  stop()
  listeners.tell('b', 2)
  expect(heard.slice(2)).toEqual(['second: b 2'])
  expect(logged).toEqual(['listener of changes failed', 'listener of changes failed'])
  listeners.clear()
  listeners.tell('c', 3)
  expect(heard).toHaveLength(3)
})
