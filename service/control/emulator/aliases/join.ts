import type { Duplex } from 'node:stream'

/** Each gets all that the other says, and ends with it; one that breaks takes the other along. */
export function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to)
    from.once('close', () => {
      if (!from.readableEnded) to.destroy()
    })
  }
}
