/**
 * The state that the next start takes up. While the service runs, nobody swaps its database: a checked file
 * is put beside it in the folder `staging`, and `next.json` says that it is complete. The next start moves
 * the database to the snapshots and the file in its place, in steps of which each can be the last one of a
 * process that is killed: the start after that goes on with the next step.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFile } from '../../platform/sync-file.ts'
import { DATABASE_PARTS, Snapshots } from './snapshots.ts'
import type { SnapshotFacts } from './snapshots.ts'

export const databaseFile = (dataDir: string): string => join(dataDir, 'airdesk.db')

const inStaging = (dataDir: string, name = ''): string => join(dataDir, 'staging', name)

/** A path for a file that is on its way; what stays there is removed at the next start. */
export function stagingFile(dataDir: string, name: string): string {
  mkdirSync(inStaging(dataDir), { recursive: true, mode: 0o700 })
  return inStaging(dataDir, name)
}

/**
 * Makes a file the state of the next start.
 * @param file in the folder `staging`; it is moved
 * @param before what the snapshot will say that keeps the present state
 */
export function stage(dataDir: string, file: string, before: SnapshotFacts): void {
  const marker = stagingFile(dataDir, 'next.json')
  rmSync(marker, { force: true })
  renameSync(file, inStaging(dataDir, 'next.db'))
  writeFileSync(`${marker}.tmp`, JSON.stringify(before), { mode: 0o600 })
  syncFile(`${marker}.tmp`)
  renameSync(`${marker}.tmp`, marker)
}

/**
 * Takes up what was staged, or goes on with it, before the database is opened; then removes what else is in
 * the folder.
 * @param step called after each step, for tests
 */
export function applyStaged(dataDir: string, step: () => void = () => undefined): void {
  const before = readMarker(inStaging(dataDir, 'next.json'))
  const next = inStaging(dataDir, 'next.db')
  if (before && existsSync(next)) {
    const snapshots = new Snapshots(dataDir)
    snapshots.note(before)
    step()
    for (const part of DATABASE_PARTS) {
      const from = databaseFile(dataDir) + part
      if (existsSync(from)) renameSync(from, snapshots.fileOf(before.id) + part)
      step()
    }
    renameSync(next, databaseFile(dataDir))
    step()
  }
  rmSync(inStaging(dataDir), { recursive: true, force: true })
}

/** Written whole or not at all, by `stage` above. */
function readMarker(file: string): SnapshotFacts | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SnapshotFacts) : null
}
