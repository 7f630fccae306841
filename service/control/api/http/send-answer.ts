/** How a listener answers: what a handler gave, or a refusal in its API's own form. */
import type { FastifyReply } from 'fastify'
import { isRefusal, refusal } from '../../../contract/refusal/refusal.ts'
import type { Refusal } from '../../../contract/refusal/refusal.ts'
import type { Bytes } from '../../../contract/units.ts'
import { errorCode } from '../../../platform/error-code.ts'
import type { Logger } from '../../../platform/logger.ts'
import { storageTrouble } from '../../../platform/storage-trouble.ts'
import type { Answer, ErrorForm } from './answer.ts'
import { WrittenAnswer } from './kept-answers.ts'

/** Most that is read and dropped of a body that is too large. */
const DROPPED: Bytes = 16 * 1024 * 1024

/** What refusals need of a listener. */
export interface Refusing {
  /** Words every refusal in the API's own form; must know those of any listener. */
  readonly form: ErrorForm
  readonly logger: Logger
}

/** Answers an error; one that the API has no form for is a fault of ours: logged once, told without detail. */
export function refuse(error: unknown, reply: FastifyReply, { form, logger }: Refusing): FastifyReply {
  const { headers } = reply.request
  const refused = refusalOf(error) ?? error
  if (isRefusal(refused, 'PAYLOAD_TOO_LARGE')) dropBody(reply)
  const known = form(refused, headers)
  if (!known) logger.error({ err: error, method: reply.request.method }, 'request failed')
  const answer = known ?? form(faultOf(error), headers)
  return sendAnswer(reply, answer ?? { status: 500, body: {} })
}

/** What is told of an error that is no refusal: whoever asked can do nothing about it, but for a full disk. */
export const faultOf = (error: unknown): Refusal =>
  refusal(storageTrouble(error) === 'full' ? 'STORAGE_FULL' : 'INTERNAL')

/**
 * Many clients write all of a body before they read the answer. The framework would close at once what they
 * still write to, and they would never see why.
 */
function dropBody(reply: FastifyReply): void {
  const { raw } = reply.request
  const { socket } = raw
  const isLast = !reply.raw.shouldKeepAlive || Number(raw.headers['content-length'] ?? 0) > DROPPED
  reply.header('connection', isLast ? 'close' : 'keep-alive')
  // Node destroys what it closes as soon as the answer is out; our side of it is ended only.
  if (isLast) socket.destroySoon = () => void socket.end()
  let left = DROPPED
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
}

/** As the framework completes it for a text, and not for bytes. */
const JSON_TYPE = 'application/json; charset=utf-8'

export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  if (headers) reply.headers(headers)
  const payload = body instanceof WrittenAnswer ? body.payload : JSON.stringify(body)
  return reply.code(status).header('content-type', JSON_TYPE).send(payload)
}

/** What the framework itself refuses, by its codes. */
const REFUSED_BY_FRAMEWORK = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'OTHER_LENGTH',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'NO_MEDIA_TYPE',
  FST_ERR_BAD_URL: 'NO_SUCH_PATH',
  FST_ERR_MAX_PARAM_LENGTH: 'NO_SUCH_PATH',
  ECONNRESET: 'MALFORMED_REQUEST',
} as const

function refusalOf(error: unknown): Refusal | null {
  const code = errorCode(error)
  const known = Object.entries(REFUSED_BY_FRAMEWORK).find(([one]) => one === code)
  return known ? refusal(known[1]) : null
}
