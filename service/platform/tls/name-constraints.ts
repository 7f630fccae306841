/** What an authority may sign for (RFC 5280 4.2.1.10): whoever gets its key can impersonate nobody else. */
import 'reflect-metadata'
import { AsnConvert } from '@peculiar/asn1-schema'
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509'
import * as x509 from '@peculiar/x509'
import { BlockList, isIP } from 'node:net'

const OID = '2.5.29.30'
/** `localhost` stands for all names below it too. */
const OWN_NAME = 'localhost'
const LOOPBACK = ['127.0.0.0/8', '::1/128']
/** Addresses of a network's own: they change with the network, and whoever trusts the authority is to do so once. */
const NETWORKS = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16'],
  ...['fc00::/7', 'fe80::/10'],
]

/** Critical: who cannot check it refuses the authority. @param hosts names and addresses besides loopback */
export function nameConstraints(hosts: readonly string[]): x509.Extension {
  const names = hosts.filter((host) => isIP(host) === 0)
  const addresses = hosts.filter((host) => isIP(host) !== 0)
  const isLocal = addresses.some((address) => NETWORKS.some((network) => isIn(network, address)))
  const ranges = [...LOOPBACK, ...(isLocal ? NETWORKS : [])]
  const others = addresses.filter((address) => !ranges.some((range) => isIn(range, address)))
  const single = names.filter(isSingle)
  const value = new NameConstraints({
    permittedSubtrees: subtrees(
      [OWN_NAME, ...names, ...single.map((name) => `${name}.local`)],
      [...ranges, ...others.map((address) => `${address}/${isIP(address) === 4 ? 32 : 128}`)],
    ),
    // A name without a dot may be that of a top-level domain too.
    ...(single.length > 0 && { excludedSubtrees: subtrees(single.map((name) => `.${name}`)) }),
  })
  return new x509.Extension(OID, true, AsnConvert.serialize(value))
}

/** Whether an authority may sign for a host; one without constraints may sign for everything. */
export function permits(authority: x509.X509Certificate, host: string): boolean {
  const extension = authority.getExtension(OID)
  if (!extension) return true
  const { permittedSubtrees = [] } = AsnConvert.parse(extension.value, NameConstraints)
  return Array.from(permittedSubtrees, ({ base }) => base).some(({ dNSName, iPAddress }) => {
    if (isIP(host) !== 0) return iPAddress !== undefined && isIn(iPAddress, host)
    return dNSName === host || (dNSName !== undefined && !isSingle(dNSName) && host.endsWith(`.${dNSName}`))
  })
}

const isSingle = (name: string) => name !== OWN_NAME && !name.includes('.')

function subtrees(names: readonly string[], ranges: readonly string[] = []): GeneralSubtrees {
  const bases = [...names.map((dNSName) => ({ dNSName })), ...ranges.map((iPAddress) => ({ iPAddress }))]
  return new GeneralSubtrees(bases.map((base) => new GeneralSubtree({ base: new GeneralName(base) })))
}

/** @param range address and length of its prefix, as in `10.0.0.0/8` */
function isIn(range: string, address: string): boolean {
  const [network = '', length] = range.split('/')
  if (isIP(network) !== isIP(address)) return false
  const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, Number(length), family)
  return list.check(address, family)
}
