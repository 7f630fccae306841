/** What a CDN is to viewers: an address that serves the objects of a store, and looks each up anew. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ArchiveTarget } from './archive-targets.ts'

export interface PublicStore {
  /** Without a slash at its end. */
  readonly url: string
  close(): Promise<void>
}

/** @param prefix below the destination's path */
export async function startPublicStore(
  target: Pick<ArchiveTarget, 'read'>,
  prefix: string,
): Promise<PublicStore> {
  const server = createServer((request, response) => {
    target.read(prefix + (request.url ?? '')).then(
      (bytes) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
