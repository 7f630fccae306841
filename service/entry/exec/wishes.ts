import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { systemClock } from '../../platform/clock.ts'
import { killGuarded } from '../guarded-command.ts'
import { onParentEnd } from '../parent-end.ts'
import type { CommandProcess } from './command-process.ts'

/** A terminal, npm and others pass the same Ctrl+C on, each on its own. */
const SAME_WISH: Milliseconds = 1000
/** A command gets this long where whoever started this process is gone. */
const ORPHAN_LIMIT: Milliseconds = 1500

/** What this process is told from outside: signals, and that whoever started it is gone. */
export interface Wishes {
  /** The first signal; null before. */
  readonly signal: NodeJS.Signals | null
  /** Aborted with the first. */
  readonly first: AbortSignal
  /** From now on the command hears what is told. */
  tell(command: CommandProcess): void
}

/** Listens from now on. */
export function hearWishes(): Wishes {
  const first = new AbortController()
  let signal: NodeJS.Signals | null = null
  let command: CommandProcess | null = null
  let last: EpochMilliseconds = -Infinity
  let isOrphan = false

  const hear = (heard: NodeJS.Signals) => {
    const now = systemClock.now()
    const again = heard === signal && now - last < SAME_WISH
    signal = heard
    last = now
    if (again) return
    first.abort()
    command?.tell(heard)
  }
  const force = () => {
    systemClock.after(ORPHAN_LIMIT, () => command && killGuarded(command.guarded, 'SIGKILL'))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => hear(name))
  onParentEnd(() => {
    isOrphan = true
    hear('SIGTERM')
    force()
  })
  return {
    get signal() {
      return signal
    },
    first: first.signal,
    tell(started) {
      command = started
      if (signal === null) return
      command.tell(signal)
      if (isOrphan) force()
    },
  }
}
