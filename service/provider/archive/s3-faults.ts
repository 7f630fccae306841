/** What an S3 store, or a network before it, answers instead of what was asked, as a fault. */
import type { StoreFaultKind } from '../../contract/store-fault.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { clockSkewOf, retryAfterOf } from './answer-headers.ts'
import { networkFault } from './network-fault.ts'
import { answerWords, codeOf, StoreError } from './store-error.ts'

/** Codes of S3 and of stores that speak like it (Amazon S3 API reference, «Error responses»). */
const BY_CODE = new Map<string, StoreFaultKind>(
  (
    [
      [
        'credentials',
        'InvalidAccessKeyId SignatureDoesNotMatch InvalidToken ExpiredToken TokenRefreshRequired InvalidSecurity NotSignedUp',
      ],
      ['clock-skew', 'RequestTimeTooSkewed RequestExpired'],
      ['forbidden', 'AccessDenied AllAccessDisabled AccountProblem InvalidPayer InvalidObjectState'],
      ['no-bucket', 'NoSuchBucket'],
      ['not-found', 'NoSuchKey NoSuchUpload NoSuchVersion NotFound'],
      [
        'busy',
        'SlowDown ServiceUnavailable InternalError Throttling ThrottlingException TooManyRequests RequestLimitExceeded BandwidthLimitExceeded OperationAborted',
      ],
      ['timeout', 'RequestTimeout'],
      ['interrupted', 'IncompleteBody'],
      ['full', 'QuotaExceeded StorageFull InsufficientStorage XMinioStorageFull'],
      ['damaged', 'BadDigest XAmzContentSHA256Mismatch InvalidPart InvalidPartOrder'],
      [
        'refused-request',
        'PermanentRedirect TemporaryRedirect Redirect AuthorizationHeaderMalformed IllegalLocationConstraintException',
      ],
    ] as const
  ).flatMap(([kind, codes]) => codes.split(' ').map((code) => [code, kind] as const)),
)

const BY_STATUS = new Map<number, StoreFaultKind>([
  [401, 'credentials'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [408, 'timeout'],
  [429, 'busy'],
  [500, 'busy'],
  [502, 'busy'],
  [503, 'busy'],
  [504, 'busy'],
  [507, 'full'],
])

/** S3 refuses what was signed more than 15 minutes ago or ahead. */
const MOST_SKEW: Milliseconds = 15 * 60_000

/** Codes that speak of the region, and name the right one beside. */
const OF_REGION = new Set([
  'PermanentRedirect',
  'TemporaryRedirect',
  'Redirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
])

/**
 * By the store's code, then by the status, then by Node's code.
 * @param error whatever a call of the SDK rejected with
 * @param secret is never shown, not even where it comes back as a code
 */
export function s3Fault(error: unknown, secret: string, now: EpochMilliseconds): StoreError {
  if (error instanceof StoreError) return error
  const answer = answerOf(error)
  if (answer === null) return networkFault(error)
  const { status, headers } = answer
  // An answer to HEAD has no body: the SDK makes up a name and a message.
  const told = error instanceof Error ? error : new Error(String(error))
  const isNamed = BY_CODE.has(told.name) || !/Error$|^\d+$|^Unknown/.test(told.name)
  const code = isNamed ? codeOf(told.name.replaceAll(secret, '')) : ''
  const skewMs = clockSkewOf(headers['date'], now)
  const skewed = skewMs !== null && Math.abs(skewMs) > MOST_SKEW
  const kind = kindOf(code, status, skewed)
  const words = status < 300 ? 'The answer is not one of S3' : answerWords(status, code)
  const message = [words, ...hintsOf(kind, code, status, { skewMs, region: regionOf(error, headers) })]
  return new StoreError(kind, message.join(' '), {
    status,
    code,
    retryAfterMs: retryAfterOf(headers['retry-after'], now),
  })
}

function kindOf(code: string, status: number, skewed: boolean): StoreFaultKind {
  const known = BY_CODE.get(code) ?? BY_STATUS.get(status) ?? 'refused-request'
  return skewed && status === 403 && known !== 'credentials' ? 'clock-skew' : known
}

function hintsOf(
  kind: StoreFaultKind,
  code: string,
  status: number,
  { skewMs, region }: { readonly skewMs: Milliseconds | null; readonly region: string },
): string[] {
  if (kind === 'clock-skew' && skewMs !== null) {
    const seconds = Math.round(Math.abs(skewMs) / 1000)
    return [`(The clock of the store is ${seconds} s ${skewMs > 0 ? 'ahead' : 'behind'}.)`]
  }
  const ofRegion = OF_REGION.has(code) || status === 301 || status === 307
  return ofRegion && region !== '' ? [`(The bucket is in the region ${region}.)`] : []
}

function regionOf(error: unknown, headers: Readonly<Record<string, string>>): string {
  const region = typeof error === 'object' && error !== null && 'Region' in error ? error.Region : undefined
  const named = typeof region === 'string' ? region : (headers['x-amz-bucket-region'] ?? '')
  return /^[a-z0-9-]{1,32}$/.test(named) ? named : ''
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** The SDK keeps the answer that an error came of; null where none came. */
function answerOf(error: unknown): Answer | null {
  if (typeof error !== 'object' || error === null || !('$response' in error)) return null
  const { $response: answer } = error
  if (typeof answer !== 'object' || answer === null) return null
  if (!('statusCode' in answer) || typeof answer.statusCode !== 'number' || !('headers' in answer))
    return null
  return { status: answer.statusCode, headers: answer.headers as Readonly<Record<string, string>> }
}
