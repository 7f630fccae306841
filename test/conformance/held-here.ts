import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Ids of the statements that tests of this folder hold, with the file of each. */
export function heldHere(): ReadonlyMap<string, string> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))
  return new Map(
    files.flatMap((file) => {
      const source = readFileSync(join(import.meta.dirname, file), 'utf8')
      return [...source.matchAll(/^ *holds\(\s*'([^']+)'/gm)].map(([, id = '']) => [id, file] as const)
    }),
  )
}
