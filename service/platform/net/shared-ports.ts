import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'

/**
 * Whether several processes can listen on one port, with the system giving each new connection to one of them: Node's
 * `reusePort`, which Linux, FreeBSD and some others have, and Windows and macOS have not. It is tried out.
 */
export async function canSharePorts(): Promise<boolean> {
  const servers = [createServer(), createServer()] as const
  try {
    const port = await listen(servers[0], 0)
    await listen(servers[1], port)
    return true
  } catch {
    return false
  } finally {
    for (const server of servers) server.close()
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await once(server.listen({ host: '127.0.0.1', port, reusePort: true }), 'listening')
  return (server.address() as AddressInfo).port
}
