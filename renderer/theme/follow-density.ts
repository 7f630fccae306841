import { usePreferences, type Density } from '../stores/preferences.ts'

/** Marks the document with the density, which base.css makes sizes of. */
export function followDensity(): void {
  const mark = (density: Density) => (document.documentElement.dataset['density'] = density)
  mark(usePreferences.getState().density)
  usePreferences.subscribe(({ density }) => mark(density))
}

/** Height of a row of a table, pixels; the same as `--ad-row`. */
export const ROW_HEIGHT: Readonly<Record<Density, number>> = { compact: 32, comfortable: 36 }
