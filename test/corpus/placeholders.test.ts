import { expect, it } from 'vitest'
import { newId, newSecret } from '../../service/platform/ids.ts'
import { Placeholders } from './placeholders.ts'

it('names ids and tokens by their first appearance, and knows them again', () => {
  const names = new Placeholders()
  const [first, second, token] = [newId(), newId(), newSecret()]
  expect(names.hide(`{"a":"${first}","b":"${second}","c":"${first}"}`)).toBe(
    '{"a":"‹id 1›","b":"‹id 2›","c":"‹id 1›"}',
  )
  expect(names.hide(`"${token}" rtmp://127.0.0.1/${second}`)).toBe('"‹token 1›" rtmp://127.0.0.1/‹id 2›')
  expect(names.reveal('‹id 2› ‹token 1› ‹id 9›')).toBe(`${second} ${token} ‹id 9›`)
})

it('names in requests only what the service has given', () => {
  const names = new Placeholders()
  const [given, madeUp] = [newId(), newId()]
  names.hide(given)
  expect(names.hideKnown(`${given} ${madeUp}`)).toBe(`‹id 1› ${madeUp}`)
})

it('names what stands beside what repeats itself', () => {
  const names = new Placeholders()
  const text = `${newId()} ${'x'.repeat(99)} ${newId()}`
  expect(names.reveal(names.hide(text))).toBe(text)
})

it.each(['x'.repeat(1025), `a${'放'.repeat(60)}b`, '😀'.repeat(128), '[1,'.repeat(70), 'short'])(
  'gives back what repeats itself',
  (text) => {
    const names = new Placeholders()
    const hidden = names.hide(text)
    expect(hidden.length).toBeLessThan(20)
    expect(names.reveal(hidden)).toBe(text)
  },
)
