import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Milliseconds } from '../../../contract/units.ts'
import { monotonicNow } from '../../../platform/clock.ts'
import type { ConsoleParts } from './console-parts.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'

/** OBS's WebSocket on the computer of whoever looks, at the port that they type in. */
const OBS = 'ws://127.0.0.1:*'

/** What the console's page may load and talk to; hls.js needs `blob:` for media and its worker. */
export function pagePolicy(ownOrigins: readonly string[], mediaOrigins: readonly string[]): string {
  // A policy can't name an IPv6 address; a page opened at one is covered by 'self'.
  const named = (origins: readonly string[]) => origins.filter((origin) => !origin.includes('['))
  const sockets = named(ownOrigins).map((origin) => origin.replace(/^http/, 'ws'))
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `media-src ${["'self'", 'blob:', ...named(mediaOrigins)].join(' ')}`,
    `connect-src ${["'self'", ...sockets, OBS, ...named(mediaOrigins)].join(' ')}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

const NOT_BUILT = 'The console is not built. Run: npm run build\n'

/** The built console: its files, and the page itself for every other address (the page has the routes). */
export async function pageRoutes(
  server: FastifyInstance,
  parts: ConsoleParts,
  policy: () => string,
): Promise<void> {
  await server.register(fastifyStatic, {
    root: parts.pages,
    serve: false,
    cacheControl: false,
    index: false,
    setHeaders: (response, path) => {
      response.header('cache-control', cachingOf(path.slice(parts.pages.length)))
    },
  })
  const page = cachedPage(join(parts.pages, 'index.html'))
  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => {
      const path = (request.params as { '*': string })['*']
      if (isReserved(path)) throw refusal('NO_SUCH_PATH')
      reply.header('content-security-policy', policy())
      return isFile(path) ? reply.sendFile(path) : sendPage(request, reply, page())
    },
  })
}

/** Addresses of the API, and names that no file has, that lead out of the folder or are hidden in it. */
const isReserved = (path: string) =>
  path.startsWith('console/api') ||
  path.includes('\0') ||
  path.split(/[\\/]/).some((part) => part.startsWith('.'))

/** Routes of the page have no dot in their last part. */
const isFile = (path: string) => path.slice(path.lastIndexOf('/') + 1).includes('.')

/** Vite puts a hash of the content into the name of everything below `assets`. */
function cachingOf(path: string): string {
  return /^[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** How long the page is answered from memory before it is looked at again: it is built anew while one develops. */
const LOOKED_AT_EVERY: Milliseconds = 1000

interface Page {
  readonly content: Buffer
  readonly tag: string
}

/** Gives the page; it is asked for by everybody who can reach the port, so the disk is not asked each time. */
export function cachedPage(file: string, now = monotonicNow): () => Page | null {
  let page: Page | null = null
  let lookedAt = -Infinity
  return () => {
    const at = now()
    if (page && at - lookedAt < LOOKED_AT_EVERY) return page
    lookedAt = at
    try {
      const content = readFileSync(file)
      page = { content, tag: `"${createHash('sha256').update(content).digest('base64url')}"` }
    } catch {
      page = null
    }
    return page
  }
}

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: Page | null): FastifyReply {
  if (page === null) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
  reply.headers({ 'cache-control': 'no-cache', etag: page.tag })
  if (headers['if-none-match'] === page.tag) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(page.content)
}
