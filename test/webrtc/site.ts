/** The page of SDK clients, served on this machine. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { listen, portOf } from '../support/http-endpoint.ts'

const SDK = join(import.meta.dirname, '../../node_modules/sora-js-sdk/dist/sora.js')
const PAGE = `<!doctype html><meta charset="utf-8"><title>clients</title>
<script type="importmap">{"imports":{"sora-js-sdk":"/sora.js"}}</script>
<script type="module" src="/clients.js"></script>`

export interface Site {
  readonly url: string
  close(): void
}

/** Serves page/clients.ts with the vendor's SDK; the page has `window.clients` once it is loaded. */
export async function startSite(): Promise<Site> {
  const clients = stripTypeScriptTypes(await readFile(join(import.meta.dirname, 'page/clients.ts'), 'utf8'))
  const files: Record<string, [string, string | Buffer]> = {
    '/': ['text/html', PAGE],
    '/clients.js': ['text/javascript', clients],
    '/sora.js': ['text/javascript', await readFile(SDK)],
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? ['text/plain', '']
    response.writeHead(url in files ? 200 : 404, { 'content-type': type }).end(body)
  })
  await listen(server)
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
