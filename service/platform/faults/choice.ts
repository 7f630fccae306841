import { hash } from 'node:crypto'

/** From 0 to just below 1: the same for the same seed, name and number, whoever asks and in which process. */
function chance(seed: number, name: string, number: number): number {
  return Number.parseInt(hash('sha256', `${seed}:${name}:${number}`).slice(0, 8), 16) / 2 ** 32
}

export interface Chosen {
  readonly share?: number | undefined
  readonly every?: number | undefined
  readonly after?: number | undefined
}

/**
 * Whether a rule hits what it matches.
 * @param asked how many it has matched, this one included
 */
export function chooses(
  { share, every, after = 0 }: Chosen,
  asked: number,
  key: { readonly seed: number; readonly id: string },
): boolean {
  const turn = asked - after
  if (turn <= 0) return false
  if (every !== undefined) return turn % every === 0
  return share === undefined || chance(key.seed, key.id, asked) < share
}
