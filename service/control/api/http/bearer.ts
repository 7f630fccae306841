/**
 * The token of an Authorization header (RFC 6750 2.1); null when there is none or its scheme is another.
 * The scheme's name is compared without case (RFC 9110 11.1), the token is taken as it is.
 */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization ?? '')?.[1] ?? null
}
