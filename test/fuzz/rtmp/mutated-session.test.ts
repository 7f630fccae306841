import { expect, it } from 'vitest'
import { mutatedSession } from './mutated-session.ts'
import { MUTATION_NAMES } from './mutations.ts'

const SEED = 20_260_101

it('makes the same bytes of the same seed, others of another, and uses every mutation', () => {
  const bytes = (seed: number, index: number) => Buffer.concat(mutatedSession(seed, index).pieces)
  expect(bytes(SEED, 7).equals(bytes(SEED, 7))).toBe(true)
  expect(bytes(SEED, 7).equals(bytes(SEED, 8))).toBe(false)
  expect(bytes(SEED, 7).equals(bytes(SEED + 1, 7))).toBe(false)
  const used = new Set(Array.from({ length: 500 }, (_, i) => mutatedSession(SEED, i).names).flat())
  expect([...used].sort()).toEqual([...MUTATION_NAMES].sort())
})
