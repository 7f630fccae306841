/** The page of viewers, served on this machine, and the keys of what they watch. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { listen, portOf } from '../http-endpoint.ts'
import { selfSigned } from '../self-signed.ts'

const HLS_JS = join(import.meta.dirname, '../../../node_modules/hls.js/dist/hls.mjs')
/** What the console's own player is made of; the page has it by the same names. */
const OF_PLAYER = ['/renderer/media/back-buffer.ts', '/renderer/media/hold-back.ts']
const PAGE = `<!doctype html><meta charset="utf-8"><title>viewers</title>
<script type="importmap">{"imports":{"hls.js":"/hls.mjs"}}</script>
<body><script type="module" src="/page.js"></script>`

export interface ViewerSite {
  readonly url: string
  /** What EXT-X-KEY is to name, for `encrypt_key_uri` of a channel. */
  readonly keyUri: string
  close(): void
}

/**
 * Serves page.ts with hls.js; the page has `window.viewers` once it is loaded. Its certificate is trusted by nobody.
 * @param keyOf gives the key of an id that a playlist names
 */
export async function startViewerSite(keyOf: (kid: string) => Promise<Buffer>): Promise<ViewerSite> {
  const script = async (path: string): Promise<[string, string]> => {
    const text = await readFile(join(import.meta.dirname, path), 'utf8')
    return ['text/javascript', stripTypeScriptTypes(text)]
  }
  const ofPlayer = OF_PLAYER.map(async (path) => [path, await script(`../../..${path}`)] as const)
  const files: Record<string, [string, string | Buffer]> = {
    '/': ['text/html', PAGE],
    '/page.js': await script('page.ts'),
    ...Object.fromEntries(await Promise.all(ofPlayer)),
    '/hls.mjs': ['text/javascript', await readFile(HLS_JS)],
  }
  const key = async (kid: string, response: ServerResponse) => {
    try {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(await keyOf(kid))
    } catch {
      response.writeHead(404).end()
    }
  }
  const server = createServer(await selfSigned(['127.0.0.1']), ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'https://127.0.0.1')
    if (pathname === '/key') return void key(searchParams.get('kid') ?? '', response)
    const [type, body] = files[pathname] ?? ['text/plain', '']
    response.writeHead(pathname in files ? 200 : 404, { 'content-type': type }).end(body)
  })
  await listen(server)
  const base = `https://127.0.0.1:${portOf(server)}`
  return {
    url: `${base}/`,
    keyUri: `${base}/key`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
