/**
 * What stands on a page and cannot be read, one line a finding:
 * - `cut`: text that leaves the box of an ancestor which clips, or the window;
 * - `over`: two texts in the same place, nothing opaque between them.
 *
 * What can be scrolled to is not cut, nor is what only screen readers read. What a person or a service gave
 * (names, addresses, ids) may be cut where `data-shortens` marks it and its `title` says all of it.
 *
 * Runs in the page, so it uses nothing from outside itself.
 */
export function cutText(): string[] {
  interface Area {
    left: number
    top: number
    right: number
    bottom: number
  }
  interface Drawn {
    readonly node: Text
    readonly element: Element
    readonly area: Area
  }
  const styles = new Map<Element, CSSStyleDeclaration>()
  const style = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, known)
    return known
  }
  const words = (text: string) => text.replace(/\s+/g, ' ').trim()
  const where = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${words(element.textContent).slice(0, 80)}”`

  /** The ancestors whose boxes hold the element: one placed by `absolute` or `fixed` leaves some of them out. */
  function holders(start: Element): Element[] {
    const found: Element[] = []
    let { position } = style(start)
    for (let at = start.parentElement; at; at = at.parentElement) {
      const own = style(at)
      const moved = own.transform !== 'none' || own.contain !== 'none' || own.filter !== 'none'
      if (position === 'fixed' && !moved) continue
      if (position === 'absolute' && own.position === 'static' && !moved) continue
      found.push(at)
      position = own.position
    }
    return found
  }

  /** Inside the borders. */
  function inner(element: Element): Area {
    const box = element.getBoundingClientRect()
    const left = box.left + element.clientLeft
    const top = box.top + element.clientTop
    if (!(element instanceof HTMLElement)) return box
    return { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight }
  }

  const page: Area = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const scrollsDown = (document.scrollingElement?.scrollHeight ?? 0) > innerHeight
  /** For screen readers only, or kept above or left of the window until it has the focus. */
  const aside = (element: Element) => {
    const { width, height, right, bottom } = element.getBoundingClientRect()
    return (style(element).overflowX === 'hidden' && (width <= 1 || height <= 1)) || right < 0 || bottom < 0
  }
  /** Fonts are taller than their lines, so a quarter of the height may hang out of a box before it shows. */
  const leaves = (text: Area, box: Area, across: boolean) => {
    const rest = (text.bottom - text.top) / 4
    return across
      ? text.left < box.left - 1 || text.right > box.right + 1
      : text.top < box.top - rest || text.bottom > box.bottom + rest
  }
  const narrow = (text: Area, box: Area, across: boolean): Area =>
    across
      ? { ...text, left: Math.max(text.left, box.left), right: Math.min(text.right, box.right) }
      : { ...text, top: Math.max(text.top, box.top), bottom: Math.min(text.bottom, box.bottom) }

  /** Lines have no overflow; that of the page is the window's. */
  const clips = (element: Element) =>
    element instanceof SVGElement ||
    (style(element).display !== 'inline' && element !== document.body && element !== document.documentElement)

  /** Whether a line of text is cut, and what is left of it to see. */
  function look(line: Area, around: readonly Element[]): { cut: boolean; seen: Area } {
    let cut = false
    let seen = line
    for (const across of [true, false]) {
      let reachable = false
      for (const holder of around) {
        const overflow = across ? style(holder).overflowX : style(holder).overflowY
        if (overflow === 'visible' || !clips(holder)) continue
        if (overflow === 'auto' || overflow === 'scroll') reachable = true
        if (!reachable && leaves(line, inner(holder), across)) cut = true
        seen = narrow(seen, inner(holder), across)
      }
      if (!reachable && (across || !scrollsDown) && leaves(line, page, across)) cut = true
    }
    return { cut, seen }
  }

  /** Marked as what may be cut, with all of it in the title. */
  function shortens(node: Text, element: Element): boolean {
    const marked = element.closest('[data-shortens]')
    return words(marked?.getAttribute('title') ?? '').includes(words(node.data))
  }

  const found = new Set<string>()
  const drawn: Drawn[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    const element = node.parentElement
    if (!element || !words(node.data) || element.closest('script, style, noscript, option')) continue
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    const around = [element, ...holders(element)]
    if (around.some(aside)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) {
      const { cut, seen } = look(line, around)
      if (cut && !shortens(node, element)) found.add(`cut: ${where(element)}`)
      if (seen.right - seen.left > 2 && seen.bottom - seen.top > 2) drawn.push({ node, element, area: seen })
    }
  }

  // What a field shows is no text node: its own when it is only read, else what stands there for an example.
  const brush = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll('input')) {
    const told = field.readOnly ? field.value : field.value === '' ? field.placeholder : ''
    if (!brush || !field.checkVisibility()) continue
    const { font, paddingLeft, paddingRight } = style(field)
    brush.font = font
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    if (brush.measureText(told).width > room + 1) found.add(`cut: input “${told}”`)
  }

  /** Whether something between two texts hides the lower one. */
  function apart(a: Element, b: Element, x: number, y: number): boolean {
    const stack = document.elementsFromPoint(x, y)
    const [first, last] = [stack.indexOf(a), stack.indexOf(b)].sort((one, other) => one - other)
    if (first === undefined || last === undefined || first < 0) return true
    const solid = (element: Element) =>
      !/^rgba\(.*, 0(\.\d+)?\)$/.test(style(element).backgroundColor) &&
      !element.contains(stack[last] ?? null)
    return stack.slice(0, last).some(solid)
  }
  drawn.sort((a, b) => a.area.top - b.area.top)
  for (const [index, one] of drawn.entries()) {
    for (const other of drawn.slice(index + 1)) {
      const height = Math.min(one.area.bottom, other.area.bottom) - other.area.top
      if (height <= 0) break
      if (one.node === other.node) continue
      const left = Math.max(one.area.left, other.area.left)
      const right = Math.min(one.area.right, other.area.right)
      const low = Math.min(one.area.bottom - one.area.top, other.area.bottom - other.area.top)
      if (right - left <= 2 || height < low / 3) continue
      if (!apart(one.element, other.element, (left + right) / 2, other.area.top + height / 2))
        found.add(`over: ${where(one.element)} and ${where(other.element)}`)
    }
  }
  return [...found]
}
