import { beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { ChannelOnAir, ServiceStatus } from '../../contract/host-protocol.ts'
import { keepWindow } from './keep-window.ts'

const ON_AIR = [{} as ChannelOnAir]

let clock: ManualClock
let open: boolean
let said: string[]
let shown: string[]
let ended: number
let tell: (onAir: readonly ChannelOnAir[]) => void
let ready: () => void

beforeEach(() => {
  clock = new ManualClock()
  open = true
  said = []
  shown = []
  ended = 0
  const keep = keepWindow({
    clock,
    show: (url) => {
      shown.push(url)
      return { isOpen: () => open, ended: Promise.resolve(), close: () => undefined }
    },
    say: (sentence) => said.push(sentence),
    end: () => ended++,
  })
  ready = () =>
    keep({
      entryUrl: () => 'http://127.0.0.1:1/#entry=t',
      watchStatus: (listener) => (tell = (onAir) => listener({ onAir } as unknown as ServiceStatus)),
    })
  ready()
})

test('the service ends with its window, once', () => {
  clock.advance(5000)
  expect(ended).toBe(0)
  open = false
  clock.advance(5000)
  expect([ended, said]).toEqual([1, []])
})

test('not while anything is on air, which is said once', () => {
  tell(ON_AIR)
  open = false
  clock.advance(60_000)
  expect(ended).toBe(0)
  expect(said).toEqual([expect.stringContaining('something is on air')])
  tell([])
  clock.advance(1000)
  expect(ended).toBe(1)
})

test('a window that is opened again keeps it', () => {
  tell(ON_AIR)
  open = false
  clock.advance(1000)
  open = true
  tell([])
  clock.advance(60_000)
  expect(ended).toBe(0)
})

test('a restart of the service shows no second window, and its status counts', () => {
  ready()
  expect(shown).toHaveLength(1)
  tell(ON_AIR)
  open = false
  clock.advance(1000)
  expect(ended).toBe(0)
})
