/** Where the focus goes when what had it is gone: never to a button that does something else. */

/** An element with its place among its siblings: what comes into that place is found once the element is gone. */
interface Place {
  readonly element: HTMLElement
  readonly index: number
}

/** From an element outwards, as it was when it had the focus. */
export type Path = readonly Place[]

export function pathOf(element: Element): Path {
  const path: Place[] = []
  for (let at: Element | null = element; at instanceof HTMLElement; at = at.parentElement) {
    path.push({ element: at, index: at.parentElement ? [...at.parentElement.children].indexOf(at) : 0 })
  }
  return path
}

/** True where an element can have the focus now. */
export const canFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled, [inert] *')

const FIELD = 'input, select, textarea'
const ROW = 'tr, li, [role=row]'
const STOP = `a[href], button, ${FIELD}, [tabindex]`

export const isField = (element: Element): boolean => element.matches(FIELD)

const isStop = (element: HTMLElement): boolean => element.tabIndex >= 0 && canFocus(element)

/** What Tab comes to first; undefined where that is nothing. */
function firstStop(root: Element | undefined): HTMLElement | undefined {
  if (root instanceof HTMLElement && root.matches(STOP) && isStop(root)) return root
  return [...(root?.querySelectorAll<HTMLElement>(STOP) ?? [])].find(isStop)
}

/**
 * A field of its form, else the row that came into its place, else the list, pane or dialog that it was in.
 * @param fieldOf the field of a form that had the focus last
 * @returns undefined where nothing of all that is left
 */
export function nextFocus(
  path: Path,
  fieldOf: (form: HTMLElement) => HTMLElement | undefined,
): HTMLElement | undefined {
  for (const [i, { element }] of path.entries()) {
    const inner = path[i - 1]
    if (inner === undefined || !canFocus(element)) continue
    const found = within(element, inner, fieldOf)
    if (found !== undefined) return found
  }
  return undefined
}

function within(
  around: HTMLElement,
  inner: Place,
  fieldOf: (form: HTMLElement) => HTMLElement | undefined,
): HTMLElement | undefined {
  if (around.matches('form')) {
    const last = fieldOf(around)
    if (last !== undefined && isStop(last)) return last
    const first = [...around.querySelectorAll<HTMLElement>(FIELD)].find(isStop)
    if (first !== undefined) return first
  }
  if (!inner.element.isConnected && inner.element.matches(ROW)) {
    const row = around.children[Math.min(inner.index, around.children.length - 1)]
    const stop = row?.matches(ROW) === true ? firstStop(row) : undefined
    if (stop !== undefined) return stop
  }
  if (around.matches('[role=grid]')) {
    const stop = [...around.querySelectorAll<HTMLElement>('[tabindex="0"]')].find(isStop)
    if (stop !== undefined) return stop
  }
  return around.hasAttribute('tabindex') ? around : undefined
}
