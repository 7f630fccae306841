import { createHash, timingSafeEqual } from 'node:crypto'
import { bearerToken } from '../http/bearer.ts'

/** Who may read the metrics. */
export interface MetricsDoor {
  /** `off`: there is nothing to be read here, whoever asks. */
  admit(authorization: string | undefined): 'admitted' | 'off' | 'refused'
}

/**
 * With a token, who bears it (RFC 6750 2.1). Without one, programs of this machine, as long as nothing else can
 * reach the service.
 */
export function metricsDoor(token: string | null, isLoopbackOnly: boolean): MetricsDoor {
  if (token === null) return { admit: () => (isLoopbackOnly ? 'admitted' : 'off') }
  const expected = hash(token)
  return {
    admit: (authorization) => {
      const given = bearerToken(authorization)
      return given !== null && timingSafeEqual(hash(given), expected) ? 'admitted' : 'refused'
    },
  }
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
