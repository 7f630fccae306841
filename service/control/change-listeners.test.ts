import { expect, it } from 'vitest'
import { MIGRATIONS_DIRECTORY } from '../../test/support/database.ts'
import { ChangeListeners } from './change-listeners.ts'
import { openDatabase } from './store/database.ts'

it('tells those who still listen, once it is on disk, whatever another one throws', () => {
  const errors: unknown[] = []
  const database = openDatabase(':memory:', MIGRATIONS_DIRECTORY, (error) => errors.push(error))
  const listeners = new ChangeListeners<string>(database)
  const heard: string[] = []
  listeners.add(() => {
    throw new Error('of a listener')
  })
  const stop = listeners.add((changed) => heard.push(`first: ${changed}`))
  listeners.add((changed) => heard.push(`second: ${changed}`))
  database.transaction(() => {
    listeners.tell('written')
    expect(heard).toEqual([])
  })
  expect(heard).toEqual(['first: written', 'second: written'])
  stop()
  listeners.tell('at once')
  expect(heard.slice(2)).toEqual(['second: at once'])
  expect(errors.map(String)).toEqual(['Error: of a listener', 'Error: of a listener'])
  database.close()
})
