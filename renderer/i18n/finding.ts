import type { TFunction } from 'i18next'
import type { Finding } from '../../service/contract/console/channel-view.ts'
import { signed } from './format.ts'

type ClientFix = `finding.${'no-audio' | 'no-video' | 'silent' | 'black' | 'frozen' | 'sound-late'}.fixClient`

/** What to do where a browser sends, not an encoder. */
const CLIENT_FIX: Readonly<Partial<Record<Finding['code'], ClientFix>>> = {
  'no-audio': 'finding.no-audio.fixClient',
  'no-video': 'finding.no-video.fixClient',
  silent: 'finding.silent.fixClient',
  black: 'finding.black.fixClient',
  frozen: 'finding.frozen.fixClient',
  'sound-late': 'finding.sound-late.fixClient',
}

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
    size: String(values['size'] ?? ''),
    topSize: String(values['topSize'] ?? ''),
  }
  const what = t(`finding.${code}.what`, words)
  const clientFix = isClient ? CLIENT_FIX[code] : undefined
  if (clientFix) return { what, fix: t(clientFix) }
  return { what, fix: t(`finding.${code}.fix`, words) }
}
