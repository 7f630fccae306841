/** How busy this computer is, in the same words everywhere. */
import type { TFunction } from 'i18next'
import type { LoadView } from '../../service/contract/console/load.ts'
import { byteSize, plain } from '../i18n/format.ts'

/** What texts of the load are filled with. */
export const loadValues = ({ cpu, memoryFreeBytes }: LoadView) => ({
  share: Math.round((cpu ?? 0) * 100),
  size: plain(byteSize(memoryFreeBytes)),
})

/** What is too much, in a few words; null while nothing is. */
export const overloadText = (t: TFunction, load: LoadView): string | null =>
  load.overload && t(`load.short.${load.overload.of}`, loadValues(load))
