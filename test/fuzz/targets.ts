import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FuzzTarget } from './fuzz-target.ts'

const FOLDER = join(import.meta.dirname, 'targets')

/** Names of all targets: those of the files in `targets/`. */
export function targetNames(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()
}

/** @throws Error where there is none of this name */
export async function findTarget(name: string): Promise<FuzzTarget> {
  const { target } = (await import(`./targets/${name}.ts`)) as { target: FuzzTarget }
  return target
}
