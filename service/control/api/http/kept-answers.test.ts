import { expect, it } from 'vitest'
import { KeptAnswers, answerText } from './kept-answers.ts'

it('an answer is made and written once of the same, and anew of another', () => {
  const answers = new KeptAnswers()
  const of = ['a']
  let made = 0
  const answer = (origin = of, by = 'UTC') =>
    answers.answer({ of: origin, by }, () => JSON.stringify({ names: [...origin], by, made: ++made }))
  expect(answer()).toBe(answer())
  expect(answer().json).toBe('{"names":["a"],"by":"UTC","made":1}')
  expect(JSON.stringify({ part: answer() })).toBe('{"part":{"names":["a"],"by":"UTC","made":1}}')
  expect(answer(of, 'Asia/Tokyo').json).toContain('"by":"Asia/Tokyo","made":2')
  expect(answer(['a']).json).toContain('"made":3')
})

it('a long answer is sent in bytes, and logs find its text', () => {
  const answers = new KeptAnswers()
  const written = (length: number) =>
    answers.answer({ of: {}, by: '' }, () => JSON.stringify('é'.repeat(length)))
  const [short, long] = [written(1000), written(100_000)]
  expect(short.payload).toBe(short.json)
  expect(long.payload).toEqual(Buffer.from(long.json))
  for (const { payload, json } of [short, long]) expect(answerText(payload)).toBe(json)
  expect(answerText(null)).toBe('')
})

it('an answer that breaks its schema is refused each time', () => {
  const answers = new KeptAnswers()
  const of = {}
  const refused = () =>
    answers.answer({ of, by: '' }, () => {
      throw new Error('against its schema')
    })
  for (let i = 0; i < 2; i++) expect(refused).toThrow('against its schema')
})
