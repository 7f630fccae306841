import type { TFunction } from 'i18next'
import type { Finding } from '../../service/contract/console/channel-view.ts'
import { signed } from './format.ts'

/** What to do where a browser sends, not an encoder. */
const CLIENT_FIX = {
  'no-audio': 'finding.no-audio.fixClient',
  'no-video': 'finding.no-video.fixClient',
} as const

/**
 * A finding in words: what is wrong, with the number; then what to do.
 * @param isClient true where a WebRTC client sends
 */
export function findingText(
  t: TFunction,
  { code, values }: Finding,
  isClient: boolean,
): { what: string; fix: string } {
  const number = (name: string) => Number(values[name] ?? 0)
  const words = {
    seconds: number('seconds'),
    interval: number('interval'),
    target: number('target'),
    rate: number('rate').toFixed(1),
    top: number('top').toFixed(1),
    length: number('length').toFixed(1),
    nominal: number('nominal'),
    ms: signed(number('ms')),
    restarts: number('restarts'),
  }
  const what = t(`finding.${code}.what`, words)
  if (isClient && (code === 'no-audio' || code === 'no-video')) return { what, fix: t(CLIENT_FIX[code]) }
  return { what, fix: t(`finding.${code}.fix`, words) }
}
