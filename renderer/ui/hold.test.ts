import { beforeEach, describe, expect, it } from 'vitest'
import { DEBOUNCE_MS, HOLD_MS, Hold } from './hold.ts'

let now = 0
let timers: { readonly at: number; readonly run: () => void }[] = []
let done = 0
let held: boolean[] = []

function pass(ms: number): void {
  now += ms
  const due = timers.filter(({ at }) => at <= now)
  timers = timers.filter(({ at }) => at > now)
  for (const { run } of due) run()
}

function hold(): Hold {
  const made = new Hold(
    {
      now: () => now,
      after: (ms, run) => {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => (timers = timers.filter((one) => one !== timer))
      },
    },
    (isHeld) => held.push(isHeld),
  )
  made.tell(() => (done += 1))
  return made
}

beforeEach(() => {
  now = 0
  timers = []
  done = 0
  held = []
})

describe('a hold', () => {
  it.each(['pointer', 'key'] as const)('of a second by %s fires once, as long as it goes on', (holder) => {
    const button = hold()
    button.press(holder)
    pass(HOLD_MS - 1)
    expect(done).toBe(0)
    pass(1)
    pass(10 * HOLD_MS)
    button.release(holder)
    expect([done, held]).toEqual([1, [true, false]])
  })

  it('that is let go a moment too soon fires nothing, then or later', () => {
    const button = hold()
    button.press('key')
    pass(HOLD_MS - 1)
    button.release('key')
    pass(10 * HOLD_MS)
    expect([done, held]).toEqual([0, [true, false]])
  })

  it('does not add up from taps', () => {
    const button = hold()
    for (let tap = 0; tap < 50; tap++) {
      button.press('pointer')
      pass(100)
      button.release('pointer')
    }
    expect(done).toBe(0)
  })

  it('does not begin with the repetition of a key that was pressed elsewhere', () => {
    const button = hold()
    for (let repetition = 0; repetition < 100; repetition++) {
      button.press('key', true)
      pass(33)
    }
    expect([done, held]).toEqual([0, []])
  })

  it('neither begins anew by a second press nor ends by the release of what does not hold', () => {
    const button = hold()
    button.press('key')
    pass(HOLD_MS / 2)
    button.press('pointer')
    button.press('key', true)
    button.release('pointer')
    pass(HOLD_MS / 2)
    expect(done).toBe(1)
  })

  it('does not begin within a second after one', () => {
    const button = hold()
    button.press('pointer')
    pass(HOLD_MS)
    button.release('pointer')
    pass(DEBOUNCE_MS - 1)
    button.press('pointer')
    pass(2 * HOLD_MS)
    button.release('pointer')
    expect(done).toBe(1)
    button.press('pointer')
    pass(HOLD_MS)
    expect(done).toBe(2)
  })

  it('is over when the button is abandoned', () => {
    const button = hold()
    button.press('key')
    button.abandon()
    pass(2 * HOLD_MS)
    expect([done, held]).toEqual([0, [true, false]])
  })
})
