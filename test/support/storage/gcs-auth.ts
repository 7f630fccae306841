import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { GcsProblem } from './gcs-problem.ts'

export interface GcsAccount {
  readonly email: string
  /** PEM. */
  readonly publicKey: string
  /** Of the IAM, such as `storage.objects.create`. */
  readonly permissions: readonly string[]
}

/** The answer of the token endpoint when it refuses (RFC 6749 5.2). */
export class TokenProblem extends Error {}

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write'
/** Google's tolerance of clocks is not published; this is of its order. */
const LEEWAY_SECONDS = 300
const UNTIMELY =
  'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.'

/** Gives tokens for JWTs that it really verifies (RFC 7523), and knows whose they are until they end. */
export class GcsAuth {
  readonly #accounts: readonly GcsAccount[]
  readonly #tokenSeconds: number
  readonly #tokens = new Map<string, { readonly account: GcsAccount; readonly until: number }>()

  constructor(accounts: readonly GcsAccount[], tokenSeconds: number) {
    this.#accounts = accounts
    this.#tokenSeconds = tokenSeconds
  }

  /** @throws TokenProblem */
  grant(form: URLSearchParams, tokenUri: string): object {
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      throw new TokenProblem('unsupported grant')
    }
    const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const { alg } = decoded(header)
    const claims = decoded(payload)
    const account = this.#accounts.find(({ email }) => email === claims.iss)
    if (account === undefined) throw new TokenProblem('Invalid grant: account not found')
    const signed = Buffer.from(`${header}.${payload}`)
    const key = createPublicKey(account.publicKey)
    if (alg !== 'RS256' || !verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64url'))) {
      throw new TokenProblem('Invalid JWT Signature.')
    }
    if (claims.aud !== tokenUri) throw new TokenProblem('Invalid JWT: Failed audience check.')
    if (claims.scope !== SCOPE) throw new TokenProblem('Invalid OAuth scope or ID token audience provided.')
    const now = Date.now() / 1000
    const { iat, exp } = claims
    if (typeof iat !== 'number' || typeof exp !== 'number' || exp - iat > 3600)
      throw new TokenProblem(UNTIMELY)
    if (iat > now + LEEWAY_SECONDS || exp < now) throw new TokenProblem(UNTIMELY)
    const token = randomBytes(24).toString('base64url')
    this.#tokens.set(token, { account, until: Date.now() + this.#tokenSeconds * 1000 })
    return { access_token: token, expires_in: this.#tokenSeconds, token_type: 'Bearer' }
  }

  /** @throws GcsProblem 401 */
  accountOf(authorization: string | undefined): GcsAccount {
    const known = this.#tokens.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '')
    if (known === undefined || known.until < Date.now()) {
      throw new GcsProblem(401, 'authError', 'Invalid Credentials')
    }
    return known.account
  }

  /** @throws GcsProblem 401, 403 */
  require(authorization: string | undefined, permission: string): void {
    const { email, permissions } = this.accountOf(authorization)
    if (permissions.includes(permission)) return
    const words = `${email} does not have ${permission} access to the Google Cloud Storage object.`
    throw new GcsProblem(403, 'forbidden', words)
  }
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  } catch {
    throw new TokenProblem('Invalid JWT')
  }
}
