import type { IncomingHttpHeaders } from 'node:http'

/** For answers that are data: nothing may run, frame, sniff or keep them. */
export const DATA_CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'"

export function securityHeaders(contentSecurityPolicy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}

/** What a page of an allowed origin may read of an answer (Fetch standard, CORS protocol). */
export function corsHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Retry-After, WWW-Authenticate',
  }
}

/** True for the question a browser asks before a request that a form could not have sent. */
export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/** The answer to a preflight of an allowed origin, besides `corsHeaders`. */
export function preflightHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const privateNetwork = headers['access-control-request-private-network'] === 'true'
  return {
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Sfu-Target',
    'access-control-max-age': '600',
    ...(privateNetwork ? { 'access-control-allow-private-network': 'true' } : {}),
  }
}
