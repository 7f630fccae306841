import { KEPT_COPIES, copiesOf } from './kept-copies.ts'
import { Snapshots } from '../state/snapshots.ts'
import { databaseFile } from '../state/staged-state.ts'

/** So many of each kind are named. */
const NAMED = KEPT_COPIES

/** The database of a data folder can't be read any more. The message says what is kept of before, and how that is taken. */
export class DamagedStateError extends Error {
  override readonly name = 'DamagedStateError'

  constructor(dataDir: string, cause: Error) {
    const file = databaseFile(dataDir)
    const kept = [...copiesOf(file).slice(0, NAMED), ...snapshotsIn(dataDir)]
    const then =
      kept.length === 0
        ? 'There is no copy of it here: the next start begins anew.'
        : `Then take a copy of before in by airdesk import <file> --data-dir ${dataDir}: ${kept.join(', ')}.`
    super(
      `${file} is damaged (${cause.message}). Move it away, with the files -wal and -shm beside it. ${then}`,
      { cause },
    )
  }
}

const snapshotsIn = (dataDir: string): string[] => {
  const snapshots = new Snapshots(dataDir)
  return snapshots
    .list()
    .slice(0, NAMED)
    .map(({ id }) => snapshots.fileOf(id))
}
