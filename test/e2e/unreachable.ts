/**
 * Controls that nobody can press: something lies over them, or they stand where nothing scrolls to. What is below
 * a dialog, or what else is open over the room, comes back by closing it. Runs in the page.
 */
export function unreachable(): string[] {
  const CONTROLS =
    'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="menuitem"]'
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'
  const found: string[] = []

  /** Where nobody scrolls, but {@link Element.scrollIntoView} does; what ends with an ellipsis is seen, too. */
  function* fixedHolders(control: Element): Generator<Element> {
    for (let holder = control.parentElement; holder; holder = holder.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(holder)
      if (textOverflow !== 'ellipsis' && (!scrolls(overflowX) || !scrolls(overflowY))) yield holder
    }
  }
  const isAside = (control: Element) => {
    const { width, height } = control.getBoundingClientRect()
    const seen = control.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    return !seen || width <= 1 || height <= 1 || control.matches('[href="#content"], [data-slot]')
  }
  const isOpen = (hit: Element | null, control: Element) => {
    const over =
      hit?.closest(
        '[class*=mantine-Modal-root], [class*=mantine-Spotlight-root], [role=dialog], [role=listbox], [role=menu], aside, [role=toolbar]',
      ) ?? null
    return over !== null && !over.contains(control)
  }
  const nameOf = (control: Element) =>
    (control.getAttribute('aria-label') ?? (control.textContent || control.outerHTML)).trim().slice(0, 60)

  // Upwards too: a head that stays may lie over what comes in below it.
  const controls = [...document.querySelectorAll(CONTROLS)]
  for (const control of [...controls, ...controls.toReversed()]) {
    if (isAside(control)) continue
    const holders = [...fixedHolders(control)].map((holder) => {
      const { scrollLeft, scrollTop } = holder
      return { holder, scrollLeft, scrollTop }
    })
    control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const moved = holders.filter(({ holder, scrollLeft, scrollTop }) => {
      const { overflowX, overflowY } = getComputedStyle(holder)
      return (
        (!scrolls(overflowX) && Math.abs(holder.scrollLeft - scrollLeft) > 2) ||
        (!scrolls(overflowY) && Math.abs(holder.scrollTop - scrollTop) > 2)
      )
    })
    const { left, top, width, height } = control.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    const isHit = hit !== null && (control.contains(hit) || hit.contains(control))
    if (moved.length > 0) found.push(`out of reach: ${nameOf(control)}`)
    else if (!isHit && !isOpen(hit, control))
      found.push(`${hit ? `under ${nameOf(hit)}` : 'outside'}: ${nameOf(control)}`)
    for (const { holder, scrollLeft, scrollTop } of moved) holder.scrollTo(scrollLeft, scrollTop)
  }
  return found
}
