import type { TFunction } from 'i18next'
import type { Finding } from '../../service/contract/console.ts'

/** A finding in words: what is wrong, with the number; then what to do. */
export function findingText(t: TFunction, { code, values }: Finding): { what: string; fix: string } {
  const number = (name: string) => Number(values[name] ?? 0)
  const megabits = (name: string) => (number(name) / 1_000_000).toFixed(1)
  const words = {
    seconds: number('seconds'),
    segmentSeconds: number('segmentSeconds'),
    rate: megabits('sourceBps'),
    top: megabits('topBps'),
    restarts: number('restarts'),
  }
  return { what: t(`finding.${code}.what`, words), fix: t(`finding.${code}.fix`, words) }
}
