/** A disk that fills up and gets room again, as whoever writes to the database sees it. */
import type { Transactions } from '../../service/control/transactions.ts'

export interface FullDisk {
  readonly transactions: Transactions
  isFull: boolean
}

/** @param real what is written to while there is room */
export function fullDisk(real: Transactions): FullDisk {
  const disk: FullDisk = {
    isFull: false,
    transactions: {
      transaction: (run) => {
        if (disk.isFull) throw diskFullError()
        return real.transaction(run)
      },
      together: (run) => real.together(run),
      beforeCommit: (write, item) => real.beforeCommit(write, item),
      afterCommit: (announce) => real.afterCommit(announce),
    },
  }
  return disk
}

/** As SQLite's. */
export const diskFullError = () =>
  Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
