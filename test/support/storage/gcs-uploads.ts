/** Uploads to the Google stand-in: whole (`media`, `multipart`) and in chunks (`resumable`). */
import { createWriteStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { QUANTUM } from './gcs-disk.ts'
import type { GcsDisk, GcsMetadata, GcsSession } from './gcs-disk.ts'
import { GcsProblem } from './gcs-problem.ts'

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export function sendJson(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(value))
}

interface UploadCall {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** @throws GcsProblem where it may not */
  mayStore(name: string): void
}

/** The request that begins an upload, or is all of it. */
export async function upload(
  disk: GcsDisk,
  bucket: string,
  query: URLSearchParams,
  { request, response, mayStore }: UploadCall,
): Promise<void> {
  const named = (metadata: GcsMetadata, name: string | null): GcsMetadata => {
    const whole = name === null ? metadata : { ...metadata, name }
    mayStore(whole.name)
    return whole
  }
  const body = await bodyOf(request)
  const name = query.get('name')
  const type = request.headers['content-type'] ?? ''
  switch (query.get('uploadType')) {
    case 'media':
      return sendJson(response, 200, disk.store(bucket, named({ name: '', contentType: type }, name), body))
    case 'multipart': {
      const { metadata, media } = multipart(body, type)
      return sendJson(response, 200, disk.store(bucket, named(metadata, name), media))
    }
    case 'resumable': {
      const metadata = body.length > 0 ? (JSON.parse(body.toString()) as GcsMetadata) : { name: '' }
      const length = request.headers['x-upload-content-length']
      const session = disk.begin(bucket, named(metadata, name), length === undefined ? null : Number(length))
      const address = `http://${request.headers.host}/upload/storage/v1/b/${bucket}/o`
      response.setHeader('location', `${address}?uploadType=resumable&upload_id=${session.id}`)
      response.writeHead(200).end()
      return
    }
    default:
      throw new GcsProblem(400, 'badRequest', 'Unknown uploadType')
  }
}

/** RFC 2387: the object's metadata in JSON, then its bytes. */
function multipart(body: Buffer, type: string): { metadata: GcsMetadata; media: Buffer } {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? ''
  const partAfter = (from: number) => {
    const start = body.indexOf('\r\n\r\n', from) + 4
    return { start, end: body.indexOf(`\r\n--${boundary}`, start) }
  }
  const first = partAfter(0)
  const second = partAfter(first.end + 1)
  if (boundary === '' || first.end < 0 || second.end < 0) {
    throw new GcsProblem(400, 'badRequest', 'Bad multipart body')
  }
  return {
    metadata: JSON.parse(body.subarray(first.start, first.end).toString()) as GcsMetadata,
    media: body.subarray(second.start, second.end),
  }
}

/** A chunk of an upload, a question how far it is, or its end. Its address is all that it takes. */
export async function resume(
  disk: GcsDisk,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = disk.session(id)
  if (session === null) throw new GcsProblem(410, 'uploadGone', `The upload ${id} is gone`)
  if (request.method === 'DELETE') {
    disk.forget(session)
    response.writeHead(499).end()
    return
  }
  if (session.object) return sendJson(response, 200, session.object)
  const range = request.headers['content-range'] ?? ''
  if (/^bytes \*\/(\d+|\*)$/.test(range)) return answerKept(disk, session, response)
  const [, start = '', end = '', total = ''] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? []
  const length = Number(end) - Number(start) + 1
  const isLast = Number(end) + 1 === Number(total)
  if (range !== '' && (total === '' || length !== Number(request.headers['content-length']))) {
    throw new GcsProblem(400, 'badRequest', `Failed to parse Content-Range: ${range}`)
  }
  if (session.total !== null && total !== '' && session.total !== Number(total)) {
    throw new GcsProblem(400, 'badRequest', 'The size of the upload is another one')
  }
  if (range !== '' && !isLast && length % QUANTUM !== 0) {
    throw new GcsProblem(400, 'badRequest', `A chunk must be a multiple of ${QUANTUM} bytes`)
  }
  if (Number(start) !== disk.kept(session))
    throw new GcsProblem(400, 'badRequest', 'Chunks must follow each other')
  await pipeline(request, createWriteStream(disk.partFile(session.id), { flags: 'a' }))
  return isLast || range === ''
    ? sendJson(response, 200, disk.complete(session))
    : answerKept(disk, session, response)
}

function answerKept(disk: GcsDisk, session: GcsSession, response: ServerResponse): void {
  const kept = disk.kept(session)
  if (kept === session.total) return sendJson(response, 200, disk.complete(session))
  response.writeHead(308, kept > 0 ? { range: `bytes=0-${kept - 1}` } : {}).end()
}
