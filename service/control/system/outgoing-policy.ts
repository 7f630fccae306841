import type { OutgoingReach, OutgoingRefusal, OutgoingRules } from '../../contract/outgoing.ts'
import type { SystemId } from '../../contract/ids.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { Problem } from '../../contract/refusal/rules.ts'
import { urlRefusal } from '../../platform/net/outgoing/judge.ts'
import type { SystemRepository } from './repository.ts'

/** Where this service listens itself. */
export interface OwnListeners {
  /** TCP ports of everything that listens. */
  readonly ports: readonly number[]
  /** That of the console, which has the catchers. */
  readonly console: number
}

/** Where catchers are, at the console's port. */
const CATCHERS = /^\/hooks\/[^/]+$/

/**
 * Where requests of a system may go. The first system reaches everything but what nobody reaches; others what the
 * owner of the installation allows them. Catchers are reached by everyone: they are this service's own.
 */
export class OutgoingPolicy {
  readonly #systems: Pick<SystemRepository, 'first' | 'outgoingReach'>
  #own: () => OwnListeners | null = () => null

  constructor(systems: Pick<SystemRepository, 'first' | 'outgoingReach'>) {
    this.#systems = systems
  }

  /** Told once everything listens; asked for each connection. */
  listening(own: () => OwnListeners | null): void {
    this.#own = own
  }

  reachOf(systemId: SystemId): OutgoingReach {
    return this.#systems.first()?.id === systemId ? 'computer' : this.#systems.outgoingReach(systemId)
  }

  get ownPorts(): readonly number[] {
    return this.#own()?.ports ?? []
  }

  /** @param url of the request, where it may be that of a catcher */
  rules(systemId: SystemId, url?: URL): OutgoingRules {
    const own = this.#own()
    const openPorts = own && url && CATCHERS.test(url.pathname) ? [own.console] : []
    return { reach: this.reachOf(systemId), ownPorts: own?.ports ?? [], openPorts }
  }

  /** What is wrong with URLs of a request that name an address; one that names a host is judged when it is asked. */
  problems(systemId: SystemId, urls: Readonly<Record<string, string | null | undefined>>): Problem[] {
    return Object.entries(urls).flatMap(([path, text]) => {
      const url = URL.parse(text ?? '')
      const why = url && urlRefusal(url, this.rules(systemId, url))
      return why ? [problem(path, RULE_OF[why])] : []
    })
  }
}

const RULE_OF = {
  never: 'reachableAddress',
  ownPort: 'notOwnListener',
  computer: 'notThisComputer',
  network: 'notPrivateNetwork',
} as const satisfies Readonly<Record<OutgoingRefusal, string>>
