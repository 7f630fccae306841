/** What every request is met with before all else: headers of security, Host, Origin and preflights. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../../../contract/refusal/refusal.ts'
import { guard } from './guard.ts'
import type { GuardPolicy } from './guard.ts'
import {
  DATA_CONTENT_SECURITY_POLICY,
  corsHeaders,
  isPreflight,
  preflightHeaders,
  securityHeaders,
} from './headers.ts'
import { refuse } from './send-answer.ts'
import type { Refusing } from './send-answer.ts'

export interface AdmissionOptions extends Refusing {
  /** Names and addresses that the listener is reached by, besides loopback and its own address. */
  readonly hosts?: () => readonly string[]
  /** Origins of pages that may call; none by default. */
  readonly origins?: () => readonly string[]
  readonly contentSecurityPolicy?: string
}

/** What every request is met with, made once. */
export interface Admission {
  readonly refusing: Refusing
  readonly policy: GuardPolicy
  readonly headers: Readonly<Record<string, string>>
}

export function admissionOf(options: AdmissionOptions): Admission {
  const { contentSecurityPolicy = DATA_CONTENT_SECURITY_POLICY } = options
  const policy = {
    get hosts() {
      return options.hosts?.() ?? []
    },
    get origins() {
      return options.origins?.() ?? []
    },
  }
  return { refusing: options, policy, headers: { ...securityHeaders(contentSecurityPolicy), vary: 'Origin' } }
}

/**
 * Headers that decide. Of two values one program would go by the first and another by the last, so there may
 * be one only (RFC 9110 5.3, RFC 9112 3.2).
 */
const ONE_VALUE = new Set(['host', 'origin', 'authorization', 'x-sfu-target', 'idempotency-key'])

function repeatedOf({ raw, originalUrl }: FastifyRequest): string | null {
  const { headers, rawHeaders } = raw
  // Names and values in turn; where none came twice there are as many names. `originForm` may have added one.
  if (originalUrl.startsWith('/') && 2 * Object.keys(headers).length === rawHeaders.length) return null
  const seen: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? ''
    if (!ONE_VALUE.has(name)) continue
    if (seen.includes(name)) return name
    seen.push(name)
  }
  return null
}

/** Lets a request go on, or answers it: by Host and Origin, and where it is a preflight. */
export function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { refusing, policy, headers }: Admission,
  next: () => void,
): void {
  const { host, origin } = request.headers
  reply.headers(headers)
  const repeated = repeatedOf(request)
  if (repeated !== null) {
    return void refuse(refusal('HEADER_TWICE', { header: repeated }), reply, refusing)
  }
  const verdict = guard({ host, origin, localAddress: request.socket.localAddress }, policy)
  if (verdict !== 'allowed') return void refuse(refusal(verdict), reply, refusing)
  if (origin !== undefined) reply.headers(corsHeaders(origin))
  if (isPreflight(request.method, request.headers)) {
    return void reply.code(204).headers(preflightHeaders(request.headers)).send()
  }
  next()
}
