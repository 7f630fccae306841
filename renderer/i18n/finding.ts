import type { TFunction } from 'i18next'
import type { Finding } from '../../service/contract/console.ts'

/** A finding in words: what is wrong, with the number; then what to do. */
export function findingText(t: TFunction, { code, values }: Finding): { what: string; fix: string } {
  const number = (name: string) => Number(values[name] ?? 0)
  const words = {
    seconds: number('seconds'),
    interval: number('interval'),
    target: number('target'),
    rate: number('rate').toFixed(1),
    top: number('top').toFixed(1),
    restarts: number('restarts'),
  }
  return { what: t(`finding.${code}.what`, words), fix: t(`finding.${code}.fix`, words) }
}
