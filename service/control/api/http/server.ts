import type { IncomingMessage, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerFactory } from 'fastify'
import type { Bytes, Milliseconds } from '../../../contract/units.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import type { Refusal } from '../../../contract/refusal/refusal.ts'
import type { ListenAddress } from '../../../contract/worker-protocol.ts'
import { monotonicNow } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import { admitConnections, isForWebSocket } from '../../../platform/net/http-admission.ts'
import { createProtectedServer } from '../../../platform/tls/secure-server.ts'
import type { ServedCertificate } from '../../../platform/tls/served-certificate.ts'
import { answerClientError } from './client-error.ts'
import { admissionOf, admit } from './admit.ts'
import type { AdmissionOptions } from './admit.ts'
import { BodyBudget } from './body-budget.ts'
import { parseJsonObject } from '../../json/strict-json.ts'
import type { JsonObject } from '../../json/strict-json.ts'
import { refuse } from './send-answer.ts'

/** Largest request body, bytes. */
export const BODY_LIMIT_BYTES = 1024 * 1024

/** Most that bodies which are being read hold together, bytes; those that are announced as small come on top. */
export const BODIES_HELD_BYTES = 32 * BODY_LIMIT_BYTES

/** Nobody counts the bytes of smaller bodies: one of each connection is being read at most, 4 MiB of all. */
const SMALL_BODY: Bytes = 4096

/** The request line and all headers together. */
const HEAD_LIMIT: Bytes = 16 * 1024
const MAX_HEADERS = 1000

const MAX_CONNECTIONS = 1024

export interface HttpTimeouts {
  /** From the first byte to the end of the headers. */
  readonly headersMs: Milliseconds
  /** From the first byte to the end of the body. */
  readonly requestMs: Milliseconds
  /** Between requests on one connection. */
  readonly keepAliveMs: Milliseconds
}
/** Who took too long is told so first (408). */
const ANSWERED_BY_THEN: Milliseconds = 5000
const TIMEOUTS: HttpTimeouts = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 10_000 }

export interface HttpServerOptions extends AdmissionOptions {
  /** Other computers have to speak TLS; null, or left out: nobody does. */
  readonly certificate?: ServedCertificate | null
  readonly timeouts?: HttpTimeouts
  /** True: bodies are kept as they came until the request is answered. */
  readonly keepsBodies?: boolean
  /** True: some of its routes are WebSockets. */
  readonly webSockets?: boolean
}

/**
 * The HTTP server that every listener of the service is made of: Host and Origin are checked before all
 * else, bodies are strict JSON objects of at most 1 MiB, and every refusal has the API's own form.
 * Routes read the body by `jsonBody`.
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const timeouts = options.timeouts ?? TIMEOUTS
  const admission = admissionOf(options)
  const bodies = new BodyBudget(BODIES_HELD_BYTES)
  const { certificate, webSockets = false } = options
  const http = {
    maxHeaderSize: HEAD_LIMIT,
    headersTimeout: timeouts.headersMs,
    connectionsCheckingInterval: Math.min(1000, timeouts.headersMs),
    // A request without Host is refused by the guard, in the API's form.
    requireHostHeader: false,
    ...(webSockets && { shouldUpgradeCallback: isForWebSocket }),
  }
  const limits = { requestTimeout: timeouts.requestMs, keepAliveTimeout: timeouts.keepAliveMs }
  const server = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: originForm,
    ...limits,
    http,
    ...(certificate && { serverFactory: protectedBy(certificate, { ...http, ...limits }) }),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, options.form),
    // The framework skips the hooks for a malformed path.
    frameworkErrors: (error, request, reply) => {
      admit(request, reply, admission, () => void refuse(error, reply, options))
    },
  })
  server.server.maxHeadersCount = MAX_HEADERS
  admitConnections(server.server, {
    connections: MAX_CONNECTIONS,
    quietMs: Math.max(timeouts.headersMs, timeouts.keepAliveMs) + ANSWERED_BY_THEN,
    askingMs: timeouts.requestMs + ANSWERED_BY_THEN,
    webSockets,
    halfClosed: true,
  })
  server.decorateRequest('arrivedAt', 0)
  server.decorateRequest('keptBytes', null)
  server.addHook('onRequest', (request, reply, next) => {
    request.setDecorator('arrivedAt', monotonicNow())
    admit(request, reply, admission, next)
  })
  server.removeAllContentTypeParsers()
  // Every body is read as JSON, whatever its content type; Fastify finds the parser of `application/json` fastest.
  server.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (request, body, done) => {
    if (options.keepsBodies && Buffer.isBuffer(body)) request.setDecorator('keptBytes', body)
    readBody(body, done)
  })
  // After every onRequest hook, so that a listener can ask for a token first, and before the body is read.
  server.addHook('preParsing', (request, reply, payload, next) => {
    if (request.is404) return next(noRoute(server, request, reply))
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding.toLowerCase() !== 'identity')
      return next(refusal('BODY_ENCODED', { encoding: encoding.slice(0, 64) }))
    if (mayHold(request.raw) && !isStreamed(request)) bodies.follow(request.raw)
    next(null, payload)
  })
  server.setErrorHandler((error, _request, reply) => refuse(error, reply, options))
  // An expectation that is not known may be ignored (RFC 9110 10.1.1); the parser's own refusal has no form.
  server.server.on('checkExpectation', (request, response) => server.routing(request, response))
  if (options.logger.isLevelEnabled('debug')) logResponses(server, options.logger)
  return server
}

/** Requests and answers are checked by schemas of our own: what compiles the framework's is never loaded. */
function noSchemas(): never {
  throw new Error('a route has a schema of the framework')
}

function protectedBy(certificate: ServedCertificate, options: ServerOptions): FastifyServerFactory {
  return (handler) => createProtectedServer(options, certificate, handler)
}

/**
 * A target as proxies are sent it, `http://host/path`, is taken for its path; its host then counts in place
 * of the Host header (RFC 9112 3.2.2).
 */
function originForm(request: IncomingMessage): string {
  const { url = '/' } = request
  if (url.startsWith('/')) return url
  const [, host, path = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(url) ?? []
  if (host === undefined) return url
  request.headers.host = host
  return path.startsWith('/') ? path : `/${path}`
}

function logResponses(server: FastifyInstance, logger: Logger): void {
  server.addHook('onResponse', (request, reply, next) => {
    const { method } = request
    logger.debug(
      { method, path: pathOf(request), status: reply.statusCode, ms: timeTaken(request) },
      'request',
    )
    next()
  })
}

/**
 * Whether much of a body may have to be held. A request of HTTP/1.1 announces its body (RFC 9112 6.3), and no more
 * than that is read of it; one of HTTP/2 just has it.
 */
function mayHold({ headers, httpVersionMajor }: IncomingMessage): boolean {
  if (httpVersionMajor > 1 || headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > SMALL_BODY
}

/** True for a route whose body goes on as it comes, and is held by nobody. */
const isStreamed = ({ routeOptions }: FastifyRequest): boolean =>
  (routeOptions.config as { readonly streams?: boolean }).streams === true

/** Since the headers of the request were there. */
export function timeTaken(request: FastifyRequest): Milliseconds {
  return monotonicNow() - request.getDecorator<number>('arrivedAt')
}

/** The body as it came, where the listener keeps it; null where it does not, or there was none. */
export function keptBytes(request: FastifyRequest): Buffer | null {
  return request.getDecorator<Buffer | null>('keptBytes')
}

/** Path of the request without its query, which may hold values that no log should have. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** Those that a path has. */
export function methodsOf(server: FastifyInstance, url: string): string[] {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => server.hasRoute({ url, method }))
}

/** Tells a path that does not exist from a method that the path does not have (RFC 9110 15.5.6). */
function noRoute(server: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Refusal {
  const methods = methodsOf(server, decoded(pathOf(request)))
  if (methods.length === 0) return refusal('NO_SUCH_PATH')
  reply.header('allow', methods.join(', '))
  return refusal('METHOD_NOT_ALLOWED')
}

/** A path as the router reads it; one that cannot be decoded is no route's. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** A listener that runs. */
export interface Listening {
  readonly port: number
  /** Stops listening and cuts every connection; may be called more than once. */
  close(): Promise<void>
}

/**
 * @param address port 0 takes any free port
 * @param after what listening waits for
 * @throws the system's error, with code EADDRINUSE when the port is taken, and what `after` fails with
 */
export async function listen(
  server: FastifyInstance,
  address: ListenAddress,
  after?: Promise<unknown>,
): Promise<Listening> {
  try {
    await after
    await server.listen({ host: address.host, port: address.port })
  } catch (error) {
    await server.close()
    throw error
  }
  const { port } = server.server.address() as AddressInfo
  return { port, close: () => server.close() }
}

/** @throws Refusal `NO_BODY` when the request has no body */
export function jsonBody(request: FastifyRequest): JsonObject {
  const body = request.body
  if (typeof body === 'object' && body !== null) return body as JsonObject
  throw refusal('NO_BODY')
}

/** An empty body is none, whatever its content type. */
function readBody(body: string | Buffer, done: (error: Error | null, value?: JsonObject) => void): void {
  if (body.length === 0) {
    done(null)
    return
  }
  try {
    done(null, parseJsonObject(typeof body === 'string' ? Buffer.from(body) : body))
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}
