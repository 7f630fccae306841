import { startAliasGateway } from '../control/emulator/aliases/gateway.ts'
import type { Addresses } from '../control/channel/addresses.ts'
import type { ServiceParts } from './parts.ts'

interface Listeners {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly console: number
}

/** Lets programs of this computer reach the listeners by other host names; gives the port, null where there are none. */
export async function openAliases(
  { options: { settings, logger }, network: { tls }, stack }: ServiceParts,
  { addresses, option, live, console }: Listeners,
): Promise<number | null> {
  const { aliases, aliasProxyPort: port, host } = settings
  if (aliases.length === 0) return null
  const plain = (number: number) => ({ port: number, isSecure: false })
  const gateway = await startAliasGateway({
    ...{ host, port, aliases, logger, material: tls.material, authority: tls.caCertificate },
    upstreams: {
      option: plain(option),
      live: plain(live),
      console: plain(console),
      media: plain(addresses.http.port),
      signaling: { port: addresses.signaling.port, isSecure: true },
    },
  })
  stack.defer(() => gateway.close())
  return gateway.port
}
