import { expect, it } from 'vitest'
import { waitFor } from '../wait-for.ts'
import { follow } from './follow.ts'
import type { Followed } from './follow.ts'
import { KEY, StandInOrigin } from './stand-in-origin.ts'
import type { Fault } from './stand-in-origin.ts'

/** Of each of the two renditions: a reload and a hint. */
const ALL_WAIT = 4
/** Enough for a round of probes. */
const UPDATES = 30

/** Follows an origin that goes on whenever everybody waits, for so many updates or until it ends. */
async function followed(fault: Fault | null, { deltas = false, ends = false } = {}): Promise<Followed> {
  const origin = new StandInOrigin(fault)
  const { url, authority } = await origin.start()
  let isOver = false
  let most = 0
  const following = follow({
    ...{ url, authority, deltas, probes: true, keyOf: () => Promise.resolve(KEY) },
    isOver: (updates) => {
      most = updates
      return updates >= UPDATES && !ends
    },
  }).finally(() => (isOver = true))
  const steps = fault === null || fault.startsWith('delta') ? ALL_WAIT : 1
  const going = waitFor(() => {
    if (ends && most >= UPDATES) origin.end()
    else if (origin.waiting >= steps || most >= UPDATES) origin.step()
    return isOver
  }, 'the end of it')
  const result = await following
  await going
  origin.stop()
  return result
}

const rules = ({ findings }: Followed) => [...new Set(findings.map(({ rule }) => rule))].toSorted()

it.each([{ deltas: false }, { deltas: true }])(
  'finds nothing where all is as it should be: %j',
  async (options) => {
    const result = await followed(null, options)
    expect(result.findings).toEqual([])
    expect(result.isEnded).toBe(false)
    for (const seen of result.seen.values()) {
      expect(seen.updates).toBeGreaterThanOrEqual(UPDATES)
      expect(seen.parts).toBeGreaterThanOrEqual(UPDATES)
      expect(seen.segments).toBeGreaterThan(UPDATES / 4)
      expect(seen.deltas).toBeGreaterThan(1)
      expect([seen.missed, seen.interruptions, seen.hintsGivenUp]).toEqual([0, 0, 0])
      expect(seen.latencies.length).toBe(seen.pauses.length + 1)
    }
  },
)

it('follows to the end, where a hint is given up', async () => {
  const result = await followed(null, { ends: true })
  expect(result.findings).toEqual([])
  expect(result.isEnded).toBe(true)
})

it.each<[Fault, readonly string[]]>([
  ['takes a part alone', ['part-alone']],
  ['never refuses', ['too-far', 'waits-for-part', 'waits-for-segment']],
  ['finds everything', ['unheard-is-not-found']],
  ['part is missing', ['hinted-comes', 'listed-is-there']],
  ['other samples', ['same-samples']],
  ['other bytes', ['bytes-stay']],
])('finds what is wrong: %s', async (fault, broken) => {
  expect(rules(await followed(fault))).toEqual(expect.arrayContaining([...broken]))
})

it('finds that a delta update is another playlist', async () => {
  expect(rules(await followed('delta is another', { deltas: true }))).toContain('delta-is-the-whole')
})
