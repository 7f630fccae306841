import { Random, seedOf } from '../random.ts'
import { MUTATION_NAMES, MUTATIONS } from './mutations.ts'
import type { MutationName } from './mutations.ts'
import { validSession } from './session.ts'
import type { Pieces } from './session.ts'

/** Session `index` of a seed: the pieces to send, and the mutations in them. */
export function mutatedSession(
  seed: number,
  index: number,
): { pieces: Pieces; names: MutationName[]; random: Random } {
  const random = new Random(seedOf(seed, index))
  const names = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(MUTATION_NAMES))
  let pieces = validSession(random)
  for (const name of names) pieces = MUTATIONS[name](pieces, random)
  return { pieces, names, random }
}
