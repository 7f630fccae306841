import { expect, it } from 'vitest'
import { KeptAnswers } from './kept-answers.ts'

it('an answer is made and written once of the same, and anew of another', () => {
  const answers = new KeptAnswers()
  const of = ['a']
  let made = 0
  const answer = (origin = of, by = 'UTC') =>
    answers.answer({ of: origin, by }, () => ({ names: [...origin], by, made: ++made }))
  expect(answer()).toBe(answer())
  expect(answer().json).toBe('{"names":["a"],"by":"UTC","made":1}')
  expect(JSON.stringify({ part: answer() })).toBe('{"part":{"names":["a"],"by":"UTC","made":1}}')
  expect(answer(of, 'Asia/Tokyo').json).toContain('"by":"Asia/Tokyo","made":2')
  expect(answer(['a']).json).toContain('"made":3')
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
