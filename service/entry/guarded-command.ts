import { processEnded } from './process-end.ts'
import type { Milliseconds } from '../contract/units.ts'

/** A program that ends when whoever started both it and the service is gone. */
export interface GuardedCommand {
  readonly pid: number
  /** True: it leads a process group, and all of it ends. */
  readonly group: boolean
}

/** It may take this long to end by SIGTERM. */
const END_LIMIT: Milliseconds = 1000

/** Sends a signal; false where nobody is there any more. */
export function killGuarded({ pid, group }: GuardedCommand, signal: NodeJS.Signals): boolean {
  try {
    process.kill(group ? -pid : pid, signal)
    return true
  } catch {
    return false
  }
}

/** Keeps what whoever started this process says of its command, by the channel between both. */
export function keepGuarded(): {
  /** Ends it, by force where it does not end by itself. */
  end(): Promise<void>
  endNow(): void
} {
  let guarded: GuardedCommand | null = null
  process.on('message', (message) => (guarded = readGuarded(message)))
  const endNow = () => void (guarded && killGuarded(guarded, 'SIGKILL'))
  return {
    endNow,
    async end() {
      if (!guarded || !killGuarded(guarded, 'SIGTERM')) return
      await processEnded(guarded.group ? -guarded.pid : guarded.pid, END_LIMIT)
      endNow()
    },
  }
}

function readGuarded(message: unknown): GuardedCommand | null {
  const { pid, group } = (message ?? {}) as Partial<Record<keyof GuardedCommand, unknown>>
  return typeof pid === 'number' && pid > 1 && typeof group === 'boolean' ? { pid, group } : null
}
