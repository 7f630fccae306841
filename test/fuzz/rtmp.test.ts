import { expect, it } from 'vitest'
import { MUTATION_NAMES } from './mutations.ts'
import { fuzzRtmp, mutatedSession } from './rtmp.ts'

const SEED = 20_260_101
const SESSIONS = 3_000

/** Both ends are in this process, with tens of megabytes of sockets and garbage at a time. */
const MEMORY_GROWTH_BYTES = 300 * 2 ** 20

it('survives mutated sessions without disturbing a clean publisher', async () => {
  const result = await fuzzRtmp({ seed: SEED, sessions: SESSIONS })
  expect(result.faults).toEqual([])
  expect(result.rssHighest - result.rssBefore).toBeLessThan(MEMORY_GROWTH_BYTES)
  // The mutations are worth something only if many sessions get past each stage, and many do not.
  expect(result.accepted).toBeGreaterThan(SESSIONS / 10)
  expect(result.messages).toBeGreaterThan(SESSIONS)
  expect(Object.keys(result.reasons)).toEqual(
    expect.arrayContaining(['client-closed', 'client-lost', 'denied', 'limit-exceeded', 'protocol-error']),
  )
})

it('makes the same bytes of the same seed, others of another, and uses every mutation', () => {
  const bytes = (seed: number, index: number) => Buffer.concat(mutatedSession(seed, index).pieces)
  expect(bytes(SEED, 7).equals(bytes(SEED, 7))).toBe(true)
  expect(bytes(SEED, 7).equals(bytes(SEED, 8))).toBe(false)
  expect(bytes(SEED, 7).equals(bytes(SEED + 1, 7))).toBe(false)
  const used = new Set(Array.from({ length: 500 }, (_, i) => mutatedSession(SEED, i).names).flat())
  expect([...used].sort()).toEqual([...MUTATION_NAMES].sort())
})
