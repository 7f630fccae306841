import type { UtilityProcess } from 'electron'

/** Ends a process that may not listen any more: SIGKILL, where `UtilityProcess.kill` asks politely. */
export function endNow(child: UtilityProcess | undefined): void {
  if (child?.pid === undefined) return
  try {
    process.kill(child.pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}
