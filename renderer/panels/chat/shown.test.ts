import { expect, it } from 'vitest'
import { shownMessages } from './shown.ts'

const message = (message_id: string, user_name: string, body: string) => ({
  ...{ message_id, schedule_id: 'S', user_id: 1, user_name, body },
  created_datetime: '2026-11-20T10:00:00',
})
const all = [message('1', 'Ann', 'Hello'), message('2', 'Ben', 'Where is ann?'), message('3', 'Cy', 'Bye')]
const ids = (words: string) => shownMessages(all, words).map(({ message_id: id }) => id)

it('finds messages by text and by name, whatever the case', () => {
  expect(ids('')).toEqual(['1', '2', '3'])
  expect(ids('ANN')).toEqual(['1', '2'])
  expect(ids('nobody')).toEqual([])
})
