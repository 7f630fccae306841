import { PortError, isTakenMeanwhile } from '../platform/settings/ports.ts'
import type { Run, Succession } from './run.ts'

/** How often a start is begun anew because somebody was quicker at a port. */
const QUICKER = 3

export type StartRun = (succession: Succession) => Promise<Run>

export interface LivesListener {
  /** It runs; at first and after each restart. */
  ready(run: Run): Promise<void> | void
  /** It ended for a restart and could not start again. */
  failed(error: unknown): void
}

/** One run of the service after the other in the same process, on the same ports, as the service asks. */
export interface Lives {
  /** The run that is there or on its way. */
  current(): Promise<Run>
  /** Ends the last one. */
  end(): Promise<void>
}

/** Starts the service. The first start's failure is for who awaits `current`. */
export function startLives(start: StartRun, listener: LivesListener): Lives {
  let ending = false
  let current = live({})

  async function live(keptPorts: Succession['keptPorts']): Promise<Run> {
    const run = await startOrAgain(keptPorts, QUICKER)
    await listener.ready(run)
    return run
  }

  /** Between the choice of a port and its use somebody else may take it; then the choice is made anew. */
  async function startOrAgain(keptPorts: Succession['keptPorts'], tries: number): Promise<Run> {
    try {
      return await start({ keptPorts, restart })
    } catch (error) {
      if (tries === 0 || ending || !isTakenMeanwhile(error)) throw error
      return startOrAgain(keptPorts, tries - 1)
    }
  }

  function restart(): void {
    if (ending) return
    current = again(current)
    current.catch((error: unknown) => {
      if (!ending) listener.failed(error)
    })
  }

  async function again(before: Promise<Run>): Promise<Run> {
    const run = await before
    const { ports } = run.service
    await run.close()
    try {
      return await live(ports)
    } catch (error) {
      // Somebody was quicker.
      if (!(error instanceof PortError)) throw error
      return live({})
    }
  }

  return {
    current: () => current,
    async end() {
      ending = true
      await (await current).close()
    },
  }
}
