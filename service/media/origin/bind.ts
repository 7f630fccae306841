import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, ListenOptions, Server } from 'node:net'
import type { PortShare } from '../../contract/origin-worker.ts'
import type { ListenAddress } from '../../contract/worker-protocol.ts'

/**
 * Has a server listen, as `share` says. Whoever shares a port lets other processes of the same user share it too, so
 * the first takes it for itself alone for a moment: it is told when somebody else has it.
 * @returns the port
 * @throws Error such as EADDRINUSE
 */
export async function bind(server: Server, { host, port }: ListenAddress, share: PortShare): Promise<number> {
  if (share === 'alone') return listen(server, { host, port })
  if (share === 'first' && port !== 0) {
    const probe = createServer()
    await listen(probe, { host, port, exclusive: true })
    await new Promise((resolve) => probe.close(resolve))
  }
  return listen(server, { host, port, reusePort: true })
}

async function listen(server: Server, options: ListenOptions): Promise<number> {
  await once(server.listen(options), 'listening')
  server.on('error', () => undefined)
  return (server.address() as AddressInfo).port
}
