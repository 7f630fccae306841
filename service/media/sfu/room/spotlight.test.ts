import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Spotlight } from './spotlight.ts'
import type { SpotlightChange } from './spotlight.ts'

const told = (changes: readonly SpotlightChange[]) =>
  changes.map(({ id, focused, fixed }) => `${focused ? '+' : '-'}${id}${fixed ? '!' : ''}`).join(' ')

describe('the spotlight', () => {
  it('takes speakers while there is room, then the newest for the one that is silent longest', () => {
    const spotlight = new Spotlight(2)
    expect(told(spotlight.speaks('a', 0))).toBe('+a')
    expect(told(spotlight.speaks('b', 1000))).toBe('+b')
    expect(told(spotlight.speaks('a', 2000))).toBe('')
    expect(told(spotlight.speaks('c', 3000))).toBe('-b +c')
    expect([spotlight.isFocused('a'), spotlight.isFocused('b')]).toEqual([true, false])
  })

  it('leaves a place to whom spoke within the last 1.5 s', () => {
    const spotlight = new Spotlight(1)
    spotlight.speaks('a', 0)
    expect(told(spotlight.speaks('b', 1499))).toBe('')
    expect(told(spotlight.speaks('b', 1500))).toBe('-a +b')
  })

  it('does not go back and forth between two that speak at the same time', () => {
    const spotlight = new Spotlight(1)
    const changes = []
    for (let now = 0; now < 60_000; now += 500) {
      changes.push(...spotlight.speaks('a', now), ...spotlight.speaks('b', now + 100))
    }
    expect(told(changes)).toBe('+a')
  })

  it('keeps whom an operator fixed, until that is taken back', () => {
    const spotlight = new Spotlight(1)
    expect(told(spotlight.focus('a', true, 0))).toBe('+a!')
    expect(told(spotlight.speaks('b', 60_000))).toBe('')
    expect(told(spotlight.focus('c', false, 61_000))).toBe('-a +c')
    expect(told(spotlight.focus('c', true, 61_000))).toBe('+c!')
    expect(told(spotlight.unfocus('c'))).toBe('-c')
    expect(told(spotlight.unfocus('c'))).toBe('')
    expect(told(spotlight.speaks('b', 62_000))).toBe('+b')
  })

  it('gives new places to those that spoke last, and takes them from those that spoke first', () => {
    const spotlight = new Spotlight(1)
    for (const [id, at] of [
      ['a', 0],
      ['b', 100],
      ['c', 200],
    ] as const)
      spotlight.speaks(id, at)
    expect(told(spotlight.resize(2, 300))).toBe('+c')
    expect(told(spotlight.resize(1, 400))).toBe('-a')
    spotlight.forget('c')
    expect(told(spotlight.resize(8, 500))).toBe('+b +a')
  })

  it('never has more in focus than it has places, and tells each change once', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const step = fc.oneof(
      fc.tuple(fc.constant('speaks'), id),
      fc.tuple(fc.constant('focus'), id, fc.boolean()),
      fc.tuple(fc.constant('unfocus'), id),
      fc.tuple(fc.constant('forget'), id),
      fc.tuple(fc.constant('resize'), fc.integer({ min: 1, max: 8 })),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const spotlight = new Spotlight(2)
        const focused = new Set<string>()
        steps.forEach(([what, which, fixed], i) => {
          const now = i * 700
          const changes =
            what === 'speaks'
              ? spotlight.speaks(which, now)
              : what === 'focus'
                ? spotlight.focus(which, fixed, now)
                : what === 'unfocus'
                  ? spotlight.unfocus(which)
                  : what === 'resize'
                    ? spotlight.resize(which, now)
                    : []
          if (what === 'forget') {
            spotlight.forget(which)
            focused.delete(which)
          }
          for (const change of changes) {
            if (change.focused) focused.add(change.id)
            else expect(focused.delete(change.id)).toBe(true)
          }
          expect(focused.size).toBeLessThanOrEqual(spotlight.count)
          for (const name of ['a', 'b', 'c', 'd', 'e'])
            expect(spotlight.isFocused(name)).toBe(focused.has(name))
        })
      }),
    )
  })
})
