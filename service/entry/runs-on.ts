import { readInstance } from '../platform/settings/instance-info.ts'
import { exists } from './process-end.ts'

/** Whether an instance runs on a data folder; one that was killed has left its file there. */
export function runsOn(dataDir: string): boolean {
  const instance = readInstance(dataDir)
  return instance !== null && exists(instance.pid)
}
