import { expect, it } from 'vitest'
import type { ChatMessage } from '../api/chat.ts'
import { keptBack, rateOf, wordsOf } from './moderation.ts'

const message = (body: string, userId = 2, at = '2026-11-18T13:40:00'): ChatMessage => ({
  ...{ message_id: body, schedule_id: 'S', user_id: userId, user_name: 'Emma', body, created_datetime: at },
})
const hidden = (words: readonly string[], ...bodies: readonly string[]) =>
  bodies.filter((body) => keptBack({ hidden: [], muted: [], words })(message(body)))

it('a message that was hidden is not read, nor who is muted, whatever they say', () => {
  const isKept = keptBack({ hidden: ['this one'], muted: [{ userId: 3, name: 'Kenji' }], words: [] })
  const all = [message('hello', 3), message('hello', 2), message('this one', 2)]
  expect(all.map(isKept)).toEqual([true, false, true])
})

it('a word of the list is found in any case and width, and not within a longer word', () => {
  const said = ['An ass', 'ASS!', 'ａｓｓ', 'class', 'assistant', 'ass2', 'fine']
  expect(hidden(['Ass'], ...said)).toEqual(['An ass', 'ASS!', 'ａｓｓ'])
})

it('Japanese words are found between other letters, in either kana and in half width', () => {
  expect(hidden(['バカ'], 'ほんとにばかだ', 'ﾊﾞｶやろう', 'バカンス', 'はか', 'OK')).toEqual([
    'ほんとにばかだ',
    'ﾊﾞｶやろう',
    'バカンス',
  ])
  expect(hidden(['NG'], 'これNGです', 'long')).toEqual(['これNGです'])
})

it('an empty list keeps nothing back', () => {
  expect(hidden(wordsOf(' ,\n、'), 'anything', '')).toEqual([])
  expect(wordsOf('one, two\n二、two\n')).toEqual(['one', 'two', '二'])
})

it('counts the messages of each of the last 15 minutes', () => {
  const said = (...times: readonly string[]) => times.map((time) => message('x', 2, `2026-11-18T${time}`))
  const bars = rateOf(
    said('13:00:00', '13:26:59', '13:27:00', '13:40:10', '13:40:50', '13:41:05', '13:41:08'),
    '2026-11-18T13:41:07',
  )
  expect(bars).toHaveLength(15)
  expect([bars[0], bars[13], bars[14]]).toEqual([1, 2, 2])
  expect(bars.reduce((all, one) => all + one, 0)).toBe(5)
  expect(rateOf([], '2026-11-18T13:41:07')).toEqual(Array(15).fill(0))
})
