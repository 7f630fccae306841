import { SETUP_PORTS } from '../../contract/console/setup.ts'
import type { PortFinding, SetupPort, SetupPorts } from '../../contract/console/setup.ts'
import type { ChosenPorts, SetupRepository } from './repository.ts'

/** Why a port can't be had, and the next one that is free. */
export interface PortTrouble {
  readonly kind: 'held' | 'refused'
  readonly holder: { readonly pid: number; readonly program: string | null } | null
  readonly next: number | null
}

export interface PortDeskParts {
  readonly setup: Pick<SetupRepository, 'ports' | 'replacePorts'>
  readonly usual: Readonly<Record<SetupPort, number>>
  /** Decided by the command line; 0: any free one. */
  readonly fixed: ChosenPorts
  readonly host: string
  readonly reach: SetupPorts['reach']
  readonly protection: SetupPorts['protection']
  readonly isAuthorityNew: boolean
  readonly anyFree: boolean
  /** Where each listens now; 0 or nothing where it does not yet. */
  running(): ChosenPorts
  /** Where this service listens besides that a port of this name could be. */
  alsoOurs(name: SetupPort): readonly number[]
  /** Null when the port is free. @param except ports that are not to be offered */
  findTrouble(name: SetupPort, port: number, except: ReadonlySet<number>): Promise<PortTrouble | null>
}

/** The ports of the installation: where it listens, and where it will. */
export interface PortDesk {
  list(): Promise<SetupPorts>
  check(name: SetupPort, port: number): Promise<PortFinding>
  /** For the next start; what is left out has its usual number. */
  choose(ports: ChosenPorts): void
}

const OURS: PortFinding = { state: 'ours', heldBy: null, next: null }
const FREE: PortFinding = { state: 'free', heldBy: null, next: null }

export function portDesk(parts: PortDeskParts): PortDesk {
  const { setup, usual, fixed, anyFree } = parts
  const listening = (running: ChosenPorts, name: SetupPort) => running[name] || null

  const check = async (name: SetupPort, port: number): Promise<PortFinding> => {
    const running = parts.running()
    const ours = new Set([...Object.values(running), ...parts.alsoOurs(name)])
    if (ours.has(port)) return OURS
    const trouble = await parts.findTrouble(name, port, ours)
    if (trouble === null) return FREE
    const own = listening(running, name)
    // Where it listens now is at hand as well, and may be nearer.
    const offers = [trouble.next, own].filter((offer) => offer !== null && offer > port)
    return {
      state: trouble.kind,
      heldBy: trouble.holder && { program: trouble.holder.program, pid: trouble.holder.pid },
      next: offers.length === 0 ? null : Math.min(...offers.map(Number)),
    }
  }

  const wanted = (name: SetupPort, running: ChosenPorts, chosen: ChosenPorts): number | null => {
    const byCommand = fixed[name]
    if (byCommand !== undefined) return byCommand || listening(running, name)
    return chosen[name] ?? (anyFree ? listening(running, name) : usual[name])
  }

  return {
    check,
    choose: (ports) => setup.replacePorts(onlyUnusual(ports, usual)),
    list: async () => {
      const running = parts.running()
      const chosen = setup.ports()
      const ports = await Promise.all(
        SETUP_PORTS.map(async (name) => {
          const port = wanted(name, running, chosen)
          const finding = port === null ? FREE : await check(name, port)
          const known = { name, running: listening(running, name), wanted: port }
          return { ...known, fixed: fixed[name] !== undefined, ...finding }
        }),
      )
      const { reach, protection, isAuthorityNew, host } = parts
      return { ports, reach, protection, isAuthorityNew, host, anyFree }
    },
  }
}

/** A usual number needs no remembering: so it follows where the usual one changes. */
function onlyUnusual(ports: ChosenPorts, usual: Readonly<Record<SetupPort, number>>): ChosenPorts {
  const names = SETUP_PORTS.filter((name) => ports[name] !== undefined && ports[name] !== usual[name])
  return Object.fromEntries(names.map((name) => [name, ports[name]]))
}
