import { useLayoutEffect, useState, type RefObject } from 'react'
import { fitting, isBarItem, type BarItem } from './bar-fit.ts'

/** Hides what has no room in a bar, whenever its width or its words change. @returns what is hidden */
export function useBarFit(bar: RefObject<HTMLElement | null>): readonly BarItem[] {
  const [hidden, setHidden] = useState<readonly BarItem[]>([])
  // Before it is drawn for the first time, too.
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    const fit = () => {
      const now = fitInto(element)
      setHidden((before) => (before.join() === now.join() ? before : now))
    }
    fit()
    // Words change before anything is drawn, so nothing is seen to overlap.
    const words = new MutationObserver(fit)
    words.observe(element, { childList: true, characterData: true, subtree: true })
    const width = new ResizeObserver(fit)
    width.observe(element)
    document.fonts.addEventListener('loadingdone', fit)
    return () => {
      words.disconnect()
      width.disconnect()
      document.fonts.removeEventListener('loadingdone', fit)
    }
  }, [bar])
  return hidden
}

/** What is hidden is still measured. */
function fitInto(bar: HTMLElement): readonly BarItem[] {
  const elements = [...bar.querySelectorAll<HTMLElement>('[data-item]')]
  const items = elements.flatMap((element) => {
    const { item } = element.dataset
    return isBarItem(item) ? [{ element, item, width: element.getBoundingClientRect().width }] : []
  })
  const { paddingLeft, paddingRight, columnGap } = getComputedStyle(bar)
  // No gap is `normal`.
  const taken = [paddingLeft, paddingRight, columnGap].reduce(
    (sum, text) => sum + (Number.parseFloat(text) || 0),
    0,
  )
  const fit = fitting(items, bar.clientWidth - taken)
  items.forEach(({ element }, place) => element.toggleAttribute('data-hidden', fit[place] !== true))
  return items.flatMap(({ item }, place) => (fit[place] === true ? [] : [item]))
}
