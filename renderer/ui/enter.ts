import type { KeyboardEvent } from 'react'

/** True for the Enter that means "do it", false for the one that ends a conversion of an input method. */
export function isEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.nativeEvent.isComposing
}

/** True where letters belong to a field, so that no letter may be a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type="checkbox"]), textarea, select, [role="textbox"]') !== null)
  )
}

/** True while a dialog or a menu is open, which has the keys. */
export const layerOpen = () => document.querySelector('[role="dialog"], [role="menu"]') !== null
