/** Decides the network side: ports, certificates, and by which addresses all is reached. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ChosenPorts } from './control/setup/repository.ts'
import { allOrFirstError } from './platform/all-or-first-error.ts'
import type { ClosingStack } from './platform/closing-stack.ts'
import { addressHost, isWildcard, reachableHosts } from './platform/settings/hosts.ts'
import { readLastPorts } from './platform/settings/last-ports.ts'
import { DEFAULT_PORTS, choosePorts } from './platform/settings/ports.ts'
import { consoleNameOf } from './platform/settings/reach.ts'
import { certifiedHost, openGivenCertificate } from './platform/tls/given-certificate.ts'
import { openLocalTls } from './platform/tls/local-authority.ts'
import type { LocalTls } from './platform/tls/local-authority.ts'
import { ServedCertificate } from './platform/tls/served-certificate.ts'
import type { Network, ServiceOptions } from './service-parts.ts'

/** @throws PortError, CertificateError */
export async function decideNetwork(
  options: ServiceOptions,
  chosenBefore: ChosenPorts,
  stack: ClosingStack,
): Promise<Network> {
  const { settings, clock, logger, keptPorts, secrets } = options
  const { host, portMode: mode, dataDir, protection } = settings
  const overrides = { ...settings.portOverrides, ...keptPorts }
  const aliases = settings.aliases.map(({ name }) => name)
  // Its certificate is for these names, which the authority may sign.
  const extraHosts = [...reachableHosts(host), ...aliases]
  const [local, chosen] = await allOrFirstError([
    openLocalTls({ directory: tlsDirectory(dataDir, aliases), extraHosts, clock, logger }),
    choosePorts({
      ...{ host, mode, overrides, usual: { ...DEFAULT_PORTS, ...chosenBefore } },
      last: readLastPorts(dataDir),
    }),
  ])
  const consoleName = consoleNameOf(secrets.fingerprint('name of the console'), host)
  const presented = await openCertificate(options, local, stack)
  return {
    tls: local,
    chosen,
    certificate: presented.certificate,
    reach: {
      ...{ host, protection, consoleName, name: presented.name },
      hosts: () => [...new Set([...reachableHosts(host), ...presented.hosts(), ...aliases])],
    },
  }
}

/**
 * An authority that may sign for names of others is one of its own, for exactly these: the one that the operator's
 * programs trust for good never may.
 */
function tlsDirectory(dataDir: string, aliases: readonly string[]): string {
  if (aliases.length === 0) return join(dataDir, 'tls')
  const list = createHash('sha256').update(aliases.toSorted().join()).digest('hex')
  return join(dataDir, 'tls', `aliases-${list.slice(0, 8)}`)
}

interface Presented {
  readonly certificate: ServedCertificate
  readonly name: string
  /** What it is for, besides `reachableHosts`. */
  hosts(): readonly string[]
}

async function openCertificate(
  { settings: { host, protection }, clock, logger }: ServiceOptions,
  local: LocalTls,
  stack: ClosingStack,
): Promise<Presented> {
  if (protection.kind !== 'files') {
    return { certificate: new ServedCertificate(local.material), name: addressHost(host), hosts: () => [] }
  }
  const given = await openGivenCertificate(protection, { clock, logger })
  stack.defer(() => given.close())
  const name = certifiedHost(given.served.material, isWildcard(host) ? null : host)
  return { certificate: given.served, name, hosts: () => given.hosts() }
}
