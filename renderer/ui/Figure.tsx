import type { Figure as Value } from '../i18n/format.ts'
import css from './Figure.module.css'

/** A figure with its unit, thin and behind a space. */
export function Figure({ value, strong = false }: { value: Value; strong?: boolean }) {
  return (
    <span className={`num ${css.figure ?? ''}`} data-strong={strong || undefined}>
      {value.value} <span className={css.unit}>{value.unit}</span>
    </span>
  )
}
