/** Decides the network side: ports, certificates, and by which addresses all is reached. */
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { ChosenPorts } from '../control/setup/repository.ts'
import type { ClosingStack } from '../platform/closing-stack.ts'
import { addressHost, isWildcard, reachableHosts } from '../platform/settings/hosts.ts'
import { readLastPorts } from '../platform/settings/last-ports.ts'
import { mediaListen, neverTold } from '../platform/settings/media-address.ts'
import type { MediaAddressSettings } from '../platform/settings/media-address.ts'
import { DEFAULT_PORTS, PortError, choosePorts, ownAddress } from '../platform/settings/ports.ts'
import { consoleNameOf } from '../platform/settings/reach.ts'
import { certifiedHost, openGivenCertificate } from '../platform/tls/given-certificate.ts'
import { openLocalTls } from '../platform/tls/local-authority.ts'
import type { LocalTls } from '../platform/tls/local-authority.ts'
import { ServedCertificate } from '../platform/tls/served-certificate.ts'
import type { Network, ServiceOptions } from './parts.ts'

/**
 * What cannot be listened at, or with, is refused before the authority is opened: people imported it, and it is made
 * anew for hosts that it may not sign for.
 * @throws PortError, CertificateError
 */
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
  const address = await ownAddress('--host', host)
  const media = await decideMedia(settings, address)
  const chosen = await choosePorts({
    ...{ host, mode, overrides, usual: { ...DEFAULT_PORTS, ...chosenBefore } },
    last: readLastPorts(dataDir),
  })
  const given = await openCertificate(options, stack)
  const local = await openLocalTls({ directory: tlsDirectory(dataDir, aliases), extraHosts, clock, logger })
  const presented = given ?? presentedBy(local, host)
  const consoleName = consoleNameOf(secrets.fingerprint('name of the console'), host)
  return {
    tls: local,
    chosen,
    mediaListen: media,
    certificate: presented.certificate,
    reach: {
      ...{ host, protection, consoleName, name: presented.name },
      hosts: () => [...new Set([...reachableHosts(host), ...presented.hosts(), ...aliases])],
    },
  }
}

/** @param address that all else is listened at @throws PortError */
async function decideMedia({ mediaHost, mediaAnnounce }: MediaAddressSettings, address: string) {
  const host = mediaHost === null ? address : await ownAddress('--media-host', mediaHost)
  const [untold] = neverTold(host, mediaAnnounce)
  if (untold !== undefined)
    throw new PortError(
      `--media-announce ${untold}: no media is received by IPv${isIP(untold)}, for it is received at ${host} alone.`,
    )
  return mediaListen(host, mediaAnnounce)
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

const presentedBy = ({ material }: LocalTls, host: string): Presented => ({
  ...{ certificate: new ServedCertificate(material), name: addressHost(host), hosts: () => [] },
})

/** That of the operator; null where there is none. */
async function openCertificate(
  { settings: { host, protection }, clock, logger }: ServiceOptions,
  stack: ClosingStack,
): Promise<Presented | null> {
  if (protection.kind !== 'files') return null
  const given = await openGivenCertificate(protection, { clock, logger })
  stack.defer(() => given.close())
  const name = certifiedHost(given.served.material, isWildcard(host) ? null : host)
  return { certificate: given.served, name, hosts: () => given.hosts() }
}
