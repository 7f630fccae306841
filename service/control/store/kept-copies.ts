/** Copies of the database of before upgrades: each is as large as the database was. */
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The newest so many stay. */
export const KEPT_COPIES = 3

/** Where the copy is that is made before `file` is brought to a version. */
export const copyBefore = (file: string, version: number): string => `${file}.before-${version}`

/** Those that are there, the latest first. */
export function copiesOf(file: string): string[] {
  const prefix = basename(copyBefore(file, 0)).slice(0, -1)
  return readdirSync(dirname(file))
    .flatMap((name) => (name.startsWith(prefix) ? [Number(name.slice(prefix.length))] : []))
    .filter((version) => version > 0)
    .toSorted((a, b) => b - a)
    .map((version) => join(dirname(file), basename(copyBefore(file, version))))
}

/** Removes all but the newest. One that cannot be removed stays until the next upgrade. */
export function removeOldCopies(file: string): void {
  for (const copy of copiesOf(file).slice(KEPT_COPIES)) {
    try {
      rmSync(copy, { force: true })
    } catch {
      // It has done its work; an upgrade does not fail for it.
    }
  }
}
