import type { TFunction } from 'i18next'
import type { Source } from './source.ts'

const SURFACES = ['monitor', 'window', 'browser'] as const

/** What the operator calls it: the device, the file, the kind of surface that is shared. */
export function sourceName(t: TFunction, { kind, label }: Pick<Source, 'kind' | 'label'>): string {
  const surface = SURFACES.find((known) => known === label)
  if (kind === 'screen' && surface !== undefined) return t(`studio.surface.${surface}`)
  return label === '' && kind !== 'slate' ? t(`studio.source.${kind}`) : label
}
