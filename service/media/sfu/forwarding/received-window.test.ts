import { describe, expect, it } from 'vitest'
import { DUPLICATE, ReceivedWindow, RESTARTED } from './received-window.ts'

describe('a window of received packets', () => {
  it('goes on over the wrap, both ways', () => {
    const window = new ReceivedWindow()
    const added = [65_534, 65_535, 1, 0, 65_533].map((n) => window.add(n))
    expect(added).toEqual([65_534, 65_535, 65_537, 65_536, DUPLICATE])
  })

  it('knows what it saw, as far back as it reaches', () => {
    const window = new ReceivedWindow()
    const sent = Array.from({ length: 70_000 }, (_, n) => n).filter((n) => n % 7 !== 3)
    expect(sent.map((n) => window.add(n & 0xffff))).toEqual(sent)
    const last = Array.from({ length: 2048 }, (_, i) => 69_999 - i)
    expect(last.map((n) => window.add(n & 0xffff))).toEqual(last.map((n) => (n % 7 === 3 ? n : DUPLICATE)))
  })

  it('forgets what it passed over in a jump', () => {
    const window = new ReceivedWindow()
    window.add(0)
    window.add(1)
    expect(window.add(2500)).toBe(2500)
    expect(window.add(2049)).toBe(2049)
    expect(window.add(2050)).toBe(2050)
  })

  it('never begins anew at retransmissions, and lets them not hide that the sender did', () => {
    const window = new ReceivedWindow()
    window.add(5000)
    expect([2000, 2001].map((n) => window.add(n, true))).toEqual([DUPLICATE, DUPLICATE])
    expect(window.add(5001)).toBe(5001)
    expect([window.add(30_000), window.add(4999, true), window.add(30_001)]).toEqual([
      DUPLICATE,
      DUPLICATE,
      RESTARTED,
    ])
  })

  it('begins anew at two packets in a row far away, and ignores a single one', () => {
    const window = new ReceivedWindow()
    window.add(100)
    expect([30_000, 101, 30_001, 30_002].map((n) => window.add(n))).toEqual([
      DUPLICATE,
      101,
      DUPLICATE,
      RESTARTED,
    ])
  })
})
