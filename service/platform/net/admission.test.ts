import { expect, it } from 'vitest'
import { Admission } from './admission.ts'

const ended: string[] = []
/** @param since null is being served */
const guest = (name: string, address: string, since: number | null) => ({
  address,
  unservedSince: () => since,
  giveWay: () => void ended.push(name),
})
const endedNow = () => ended.splice(0)

it('ends nobody while there is room', () => {
  const admission = new Admission(2)
  expect(admission.enter(guest('a', '10.0.0.1', 1))).toBe(true)
  expect(admission.enter(guest('b', '10.0.0.1', 1))).toBe(true)
  expect(endedNow()).toEqual([])
})

it('gives a newcomer the longest unserved place of the address that holds most of those', () => {
  const admission = new Admission(6)
  admission.enter(guest('oldest, of another', '10.0.0.2', 1))
  admission.enter(guest('served', '10.0.0.1', null))
  admission.enter(guest('late', '10.0.0.1', 9))
  admission.enter(guest('early', '10.0.0.1', 4))
  admission.enter(guest('served too', '10.0.0.2', null))
  admission.enter(guest('third', '10.0.0.2', null))
  expect(admission.enter(guest('newcomer', '10.0.0.3', 10))).toBe(true)
  expect(endedNow()).toEqual(['early'])
})

it('counts the many addresses of one as one', () => {
  const admission = new Admission(3)
  admission.enter(guest('alone', '10.0.0.1', 1))
  admission.enter(guest('one', '127.0.0.1', 2))
  admission.enter(guest('same', '127.0.0.2', 3))
  admission.enter(guest('newcomer', '10.0.0.1', 4))
  expect(endedNow()).toEqual(['one'])
})

it('takes nobody where all are being served, and one again when one has left', () => {
  const admission = new Admission(1)
  const first = guest('first', '10.0.0.1', null)
  admission.enter(first)
  expect(admission.enter(guest('second', '10.0.0.2', 1))).toBe(false)
  admission.leave(first)
  expect(admission.enter(guest('third', '10.0.0.2', 1))).toBe(true)
  expect(endedNow()).toEqual([])
})

it('has given a place away when it tells who loses it', () => {
  const admission = new Admission(1)
  const first = { ...guest('first', '10.0.0.1', 1), giveWay: () => void ended.push('first') }
  admission.enter(first)
  admission.enter(guest('second', '10.0.0.1', 2))
  admission.leave(first)
  admission.enter(guest('third', '10.0.0.1', 3))
  expect(endedNow()).toEqual(['first', 'second'])
})
