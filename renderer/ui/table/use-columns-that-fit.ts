import { useMemo, useSyncExternalStore } from 'react'
import type { Column } from './DataRow.tsx'

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** Without those that give way in a window as narrow as this one; the same array as long as they are the same. */
export function useColumnsThatFit<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const ids = useSyncExternalStore(onResize, () =>
    columns
      .filter(({ foldsBelow = 0 }) => window.innerWidth >= foldsBelow)
      .map(({ id }) => id)
      .join(' '),
  )
  return useMemo(() => columns.filter(({ id }) => ids.split(' ').includes(id)), [columns, ids])
}
