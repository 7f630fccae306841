import { expect, it } from 'vitest'
import { StartHold } from './start-hold.ts'

const unit = (dts: number) => ({ pts: dts, dts, duration: 0, key: true, data: new Uint8Array() })
const times = (given: ReturnType<StartHold['push']>) => given.map(({ kind, unit }) => `${kind[0]}${unit.dts}`)

it('holds sound until pictures begin, and then gives both in the order of their times', () => {
  const hold = new StartHold(['video', 'audio'])
  expect(times(hold.push('audio', unit(0)))).toEqual([])
  expect(times(hold.push('audio', unit(20)))).toEqual([])
  expect(times(hold.push('video', unit(10)))).toEqual(['a0', 'v10', 'a20'])
  expect(times(hold.push('audio', unit(40)))).toEqual(['a40'])
})

it('does not wait for ever, and not for what is not sent', () => {
  const hold = new StartHold(['video', 'audio'])
  expect(times(hold.push('audio', unit(0)))).toEqual([])
  expect(times(hold.push('audio', unit(4_000)))).toEqual(['a0', 'a4000'])
  expect(times(hold.push('audio', unit(4_020)))).toEqual(['a4020'])
  expect(times(new StartHold(['audio']).push('audio', unit(5)))).toEqual(['a5'])
})

it('does not fill memory with pictures of nearly the same time', () => {
  const hold = new StartHold(['video', 'audio'])
  const picture = new Uint8Array(1024 * 1024)
  const given = Array.from(
    { length: 30 },
    (_, dts) => hold.push('video', { ...unit(dts), data: picture }).length,
  )
  expect(given.slice(0, 15)).toEqual(Array(15).fill(0))
  expect(given.reduce((sum, count) => sum + count)).toBe(30)
})
