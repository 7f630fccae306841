import { expect, it } from 'vitest'
import { differencesOf, revealed } from './differences.ts'
import { Names } from './names.ts'

const ID = '1D55NCND6484QVYR3JKVYR6HCY'
const OTHER = '27812X3VWM8W0T9XTHPC5T44BY'
const THIRD = '33ZXE11XJ79K79DFETAJ7C23D3'

const differences = (names: Names, recorded: unknown, now: unknown) =>
  differencesOf(names, 'body', recorded, now)

it('ids of the service are others, and the same everywhere', () => {
  const names = new Names()
  expect(differences(names, { channel_id: ID }, { channel_id: OTHER })).toEqual([])
  expect(revealed(names, { channel_id: ID, in: `a/${ID}/b` })).toEqual({
    channel_id: OTHER,
    in: `a/${OTHER}/b`,
  })
  expect(differences(names, [`x/${ID}`], [`x/${THIRD}`])).toEqual([
    { where: 'body[0]', recorded: `x/${ID}`, now: `x/${THIRD}` },
  ])
})

it('what a caller said first is the same again', () => {
  const names = new Names()
  expect(names.reveal(`?id=${ID}&from=2030/01/01 19:00:00`)).toBe(`?id=${ID}&from=2030/01/01 19:00:00`)
  expect(differences(names, ID, OTHER)).toHaveLength(1)
  expect(differences(names, '2030/01/01 19:00:00', '2030/01/01 19:00:01')).toHaveLength(1)
})

it('times of the service only have to have the same form', () => {
  const names = new Names()
  expect(differences(names, '2026-11-23T22:48:58', '2027-01-01T00:00:00')).toEqual([])
  expect(differences(names, '2026-11-23T22:48:58', '2027-01-01T00:00:01')).toEqual([])
  expect(differences(names, '2026-11-23T22:48:58', '2027/01/01 00:00:00')).toHaveLength(1)
})

it('secrets are those that are given, or made up as long as they were', () => {
  const names = new Names()
  names.bind('***1', 'given')
  expect(names.reveal('Bearer ***1')).toBe('Bearer given')
  const madeUp = names.reveal('***2/7')
  expect(madeUp).toHaveLength(7)
  expect(names.reveal('***2/7')).toBe(madeUp)
  expect(names.reveal('***3/7')).not.toBe(madeUp)
})

it('addresses of the service stand by their names, with what is in them', () => {
  const names = new Names()
  names.bind('{rtmp_base_url}', 'rtmp://127.0.0.1:1935')
  expect(differences(names, `{rtmp_base_url}/${ID}`, `rtmp://127.0.0.1:1935/${OTHER}`)).toEqual([])
  expect(names.reveal(ID)).toBe(OTHER)
  expect(differences(names, `{rtmp_base_url}/${ID}`, `rtmp://127.0.0.1:1936/${OTHER}`)).toHaveLength(1)
})

it('numbers that are ids are mapped, others are not', () => {
  const names = new Names()
  expect(differences(names, { user_id: 2, minutes: 2 }, { user_id: 9, minutes: 2 })).toEqual([])
  expect(revealed(names, { user_id: 2, minutes: 2 })).toEqual({ user_id: 9, minutes: 2 })
  expect(differences(names, { user_id: 2 }, { user_id: 8 })).toHaveLength(1)
  expect(differences(names, { minutes: 2 }, { minutes: 3 })).toHaveLength(1)
})

it('tells members that are missing, more, of another type or in another place', () => {
  const names = new Names()
  expect(differences(names, { a: 1, b: [1, 2] }, { b: [2, 1], c: null })).toEqual([
    { where: 'body.a', recorded: 1 },
    { where: 'body.b[0]', recorded: 1, now: 2 },
    { where: 'body.b[1]', recorded: 2, now: 1 },
    { where: 'body.c', now: null },
  ])
  expect(differences(names, { a: '1' }, { a: 1 })).toEqual([{ where: 'body.a', recorded: '1', now: 1 }])
})
