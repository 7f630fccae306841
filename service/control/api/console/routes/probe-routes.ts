import type { probeApi } from '../../../../contract/console/probes.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** Asked every few seconds, by programs: nothing is read from the disk, and nothing written. */
export function probeRoutes({ notServing }: Pick<ConsoleParts, 'notServing'>): Handlers<typeof probeApi> {
  return {
    live: () => ({ status: 'ok' }),
    ready: () => {
      const parts = notServing()
      if (parts.length > 0) throw refusal('NOT_READY', { parts: parts.join(', ') })
      return { status: 'ok' }
    },
  }
}
