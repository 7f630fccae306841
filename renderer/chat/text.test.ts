import { describe, expect, it } from 'vitest'
import { codePoints } from '../../service/contract/text.ts'
import { isSendable, LONGEST } from './text.ts'

describe('the length of a message', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['資料のリンク', 6],
    ['😀', 1],
    ['👩‍💻', 3],
    ['e\u0301', 2],
    ['🇯🇵', 2],
  ])('of %j is %i code points', (text, length) => expect(codePoints(text)).toBe(length))

  it('is 1 to 50, and not of blanks alone', () => {
    expect(isSendable('😀'.repeat(LONGEST))).toBe(true)
    expect(isSendable('😀'.repeat(LONGEST + 1))).toBe(false)
    expect(isSendable('')).toBe(false)
    expect(isSendable('  \u3000')).toBe(false)
  })
})
