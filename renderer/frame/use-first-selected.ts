import { useEffect } from 'react'
import { paletteStore } from './palette.ts'

/**
 * Selects the first of what the palette found, where that came after the text was typed: the library does so for what is
 * there at once, and Enter would do nothing. It marks what is selected in the document, and so does this.
 */
export function useFirstSelected(): void {
  useEffect(() => {
    const { listId, query } = paletteStore.getState()
    const list = query === '' ? null : document.getElementById(listId)
    const first = list?.querySelector('[data-action]')
    if (!first || list?.querySelector('[data-selected]')) return
    first.setAttribute('data-selected', 'true')
    paletteStore.updateState((state) => ({ ...state, selected: 0 }))
  })
}
