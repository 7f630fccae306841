/**
 * A stand-in for Google Cloud Storage and its token server, as a process of its own:
 * `node gcs-server-process.ts <folder> <port>`. The folder holds `settings.json` and everything that is stored.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { GcsAuth, TokenProblem } from './gcs-auth.ts'
import type { GcsAccount } from './gcs-auth.ts'
import { GcsDisk } from './gcs-disk.ts'
import type { GcsObject } from './gcs-disk.ts'
import { GcsProblem } from './gcs-problem.ts'
import { bodyOf, resume, sendJson, upload } from './gcs-uploads.ts'

export interface GcsSettings {
  readonly accounts: readonly GcsAccount[]
  readonly buckets: readonly string[]
  readonly tokenSeconds: number
}

const [folder = '', port = ''] = process.argv.slice(2)
const settings = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')) as GcsSettings
const auth = new GcsAuth(settings.accounts, settings.tokenSeconds)
const disk = new GcsDisk(folder)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', `http://127.0.0.1:${port}`)
  const query = url.searchParams
  if (url.pathname === '/token') {
    return sendJson(
      response,
      200,
      auth.grant(new URLSearchParams((await bodyOf(request)).toString()), `${url.origin}/token`),
    )
  }
  const id = query.get('upload_id')
  if (id !== null) return resume(disk, id, request, response)
  const allow = (permission: string) => auth.require(request.headers.authorization, permission)
  const [, isUpload, bucket = '', below = ''] =
    /^(\/upload)?\/storage\/v1\/b\/([^/]+)(.*)$/.exec(url.pathname) ?? []
  auth.accountOf(request.headers.authorization)
  if (!settings.buckets.includes(bucket)) {
    throw new GcsProblem(404, 'notFound', 'The specified bucket does not exist.')
  }
  if (below === '') {
    allow('storage.buckets.get')
    return sendJson(response, 200, { kind: 'storage#bucket', id: bucket, name: bucket })
  }
  if (below === '/iam/testPermissions') {
    const { permissions } = auth.accountOf(request.headers.authorization)
    const asked = query.getAll('permissions').filter((permission) => permissions.includes(permission))
    return sendJson(response, 200, { kind: 'storage#testIamPermissionsResponse', permissions: asked })
  }
  if (isUpload !== undefined && request.method === 'POST') {
    allow('storage.objects.create')
    const mayStore = (name: string) => {
      // To replace an object needs the right to delete it.
      if (disk.find(bucket, name)) allow('storage.objects.delete')
    }
    return upload(disk, bucket, query, { request, response, mayStore })
  }
  if (below === '/o') {
    allow('storage.objects.list')
    return sendJson(response, 200, page(bucket, query))
  }
  const name = decodeURIComponent(below.slice('/o/'.length))
  allow(request.method === 'DELETE' ? 'storage.objects.delete' : 'storage.objects.get')
  const object = disk.find(bucket, name)
  if (object === null) throw new GcsProblem(404, 'notFound', `No such object: ${bucket}/${name}`)
  if (request.method === 'DELETE') {
    disk.delete(object)
    response.writeHead(204).end()
  } else if (query.get('alt') === 'media') sendMedia(object, request.headers.range, response)
  else sendJson(response, 200, object)
}

function page(bucket: string, query: URLSearchParams): object {
  const from = Buffer.from(query.get('pageToken') ?? '', 'base64url').toString()
  const rest = disk.list(bucket, query.get('prefix') ?? '').filter(({ name }) => name > from)
  const items = rest.slice(0, Number(query.get('maxResults') ?? 1000))
  const last = items.at(-1)?.name ?? ''
  const more = rest.length > items.length ? { nextPageToken: Buffer.from(last).toString('base64url') } : {}
  return { kind: 'storage#objects', ...(items.length > 0 && { items }), ...more }
}

function sendMedia(object: GcsObject, range: string | undefined, response: ServerResponse): void {
  const bytes = disk.bytesOf(object)
  response.setHeader('content-type', object.contentType ?? 'application/octet-stream')
  response.setHeader('x-goog-hash', [`crc32c=${object.crc32c}`, `md5=${object.md5Hash}`])
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '') {
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    return
  }
  if (Number(first) >= bytes.length) throw new GcsProblem(416, 'requestedRangeNotSatisfiable', 'Out of range')
  const part = bytes.subarray(Number(first), last === '' ? undefined : Number(last) + 1)
  const end = Number(first) + part.length - 1
  response.writeHead(206, {
    'content-length': part.length,
    'content-range': `bytes ${first}-${end}/${bytes.length}`,
  })
  response.end(part)
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    // Whoever sent half a body waits for no answer.
    if (response.destroyed) return
    request.resume()
    if (error instanceof TokenProblem) {
      sendJson(response, 400, { error: 'invalid_grant', error_description: error.message })
    } else if (error instanceof GcsProblem) sendJson(response, error.status, error.body)
    else sendJson(response, 500, new GcsProblem(500, 'backendError', String(error)).body)
  })
}).listen(Number(port), '127.0.0.1', () => console.log(`listens on ${port}`))
