import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { secretHash } from './secret-hash.ts'

it('a token has its own hash, however many others there were, and whether it came before or not', () => {
  const tokens = Array.from({ length: 500 }, (_, i) => `token ${i}`)
  for (const token of [...tokens, ...tokens.toReversed(), ...tokens.flatMap((one) => [one, one])])
    expect(secretHash(token)).toBe(createHash('sha256').update(token).digest('hex'))
})
