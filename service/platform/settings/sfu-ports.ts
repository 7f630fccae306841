const HIGHEST = 65_535

/**
 * UDP ports of the SFU processes of both environments, in the order in which they are started. The first process has
 * the port of its environment, each further one the number two above that of the one before; what the other
 * environment has is passed over. So the usual ones are 8445, 8447, 8449, … and 8446, 8448, 8450, …. Pure.
 * @param first ports of the first processes; 0 where any free one will do and none is taken yet
 * @param count how many processes each environment can have
 * @returns 0 for each process for which any free one will do, or for which there is no number left
 */
export function sfuPorts(first: readonly [number, number], count: number): [number[], number[]] {
  const taken = new Set(first)
  const ports: [number[], number[]] = [[first[0]], [first[1]]]
  for (let index = 1; index < count; index++) {
    for (const list of ports) {
      const port = following(list.at(-1) ?? 0, taken)
      taken.add(port)
      list.push(port)
    }
  }
  return ports
}

function following(port: number, taken: ReadonlySet<number>): number {
  if (port === 0) return 0
  for (let next = port + 2; next <= HIGHEST; next += 2) if (!taken.has(next)) return next
  return 0
}
