/** How busy this computer is, in the same words everywhere. */
import type { TFunction } from 'i18next'
import type { LoadView } from '../../service/contract/console/load.ts'
import { told, type Mark } from './told.ts'
import { byteSize, plain } from '../i18n/format.ts'

/** What texts of the load are filled with. */
export const loadValues = ({ cpu, memoryFreeBytes }: LoadView) => ({
  share: Math.round((cpu ?? 0) * 100),
  size: plain(byteSize(memoryFreeBytes)),
})

/** How the CPU stands: too much for a while, too much just now, or neither. */
export function cpuTone({ cpu, cpuLimit, overload }: LoadView): 'fail' | 'warn' | 'ok' {
  if (overload?.of === 'cpu') return 'fail'
  return cpuLimit !== null && (cpu ?? 0) >= cpuLimit ? 'warn' : 'ok'
}

/** What is too much, as data; which of both, and how much. */
export function overloadMark(load: LoadView): Mark | undefined {
  const { share, size } = loadValues(load)
  return load.overload ? told('overload', load.overload.of === 'cpu' ? share : size) : undefined
}

/** What is too much, in a few words; null while nothing is. */
export const overloadText = (t: TFunction, load: LoadView): string | null =>
  load.overload && t(`load.short.${load.overload.of}`, loadValues(load))
