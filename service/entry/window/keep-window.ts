import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Service } from '../../service.ts'
import type { ConsoleWindow } from './console-window.ts'

const LOOK_EVERY: Milliseconds = 1000

export interface WindowKeeping {
  readonly clock: Clock
  /** Shows the console. */
  readonly show: (url: string) => ConsoleWindow
  readonly say: (sentence: string) => void
  /** Ends the service. */
  readonly end: () => void
}

/**
 * Shows the console once the service is ready, and ends the service with the window, but never a broadcast:
 * while anything is on air the service goes on without a window.
 * @returns what is told of each run of the service
 */
export function keepWindow({ clock, show, say, end }: WindowKeeping) {
  let onAir = 0
  let window: ConsoleWindow | null = null
  let told = false

  return (service: Pick<Service, 'entryUrl' | 'watchStatus'>): void => {
    service.watchStatus((status) => (onAir = status.onAir.length))
    // After a restart in the same process the page finds the service again by itself.
    if (window !== null) return
    const shown = show(service.entryUrl())
    window = shown
    const timer = clock.every(LOOK_EVERY, () => {
      if (shown.isOpen()) told = false
      else if (onAir > 0) tellOnce()
      else {
        timer.cancel()
        end()
      }
    })
  }

  function tellOnce(): void {
    if (told) return
    told = true
    say(
      'The window is closed, but something is on air: the service ends once it is not. Start Airdesk again to see it.',
    )
  }
}
