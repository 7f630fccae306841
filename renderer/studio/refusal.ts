/** Why a broadcast did not begin, in words that help. */
import type { TFunction } from 'i18next'
import { OF_THIS_COMPUTER } from '../preview/preview-address.ts'

/** The reason of the engine, where it closed the connection with one; else what the SDK says. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'reason' in error && typeof error.reason === 'string' && error.reason !== ''
    ? error.reason
    : error.message
}

const NO_MEDIA = 'TRANSPORT-FAILED'

/** @param reason of {@link reasonOf} */
export function refusalText(
  t: TFunction,
  reason: string,
  hostname = location.hostname,
  agent = navigator.userAgent,
): string {
  if (reason !== NO_MEDIA) return reason
  const isDeaf = agent.includes('Firefox/') && OF_THIS_COMPUTER.test(hostname)
  return t(isDeaf ? 'studio.noMediaInFirefox' : 'studio.noMedia')
}
