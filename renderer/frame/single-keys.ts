/** Letters and signs that do something on their own, and switching them off (WCAG 2.2, criterion 2.1.4). */
import { usePreferences } from '../stores/preferences.ts'
import { isTyping } from '../ui/enter.ts'

/** True for a letter or a sign alone. The space bar is none: it presses what has the focus. */
export const isSingleKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** Choices are found by their first letters. */
const CHOICES = '[role="listbox"], [role="menu"], [role="combobox"], [role="tree"]'

const takesLetters = (target: EventTarget | null): boolean =>
  isTyping(target) || (target instanceof Element && target.closest(CHOICES) !== null)

/** While they are off, no part of the console sees them. Called before anything else listens to keys. */
export function gateSingleKeys(): void {
  const gate = (event: KeyboardEvent) => {
    if (usePreferences.getState().singleKeys || !isSingleKey(event) || takesLetters(event.target)) return
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', gate, true)
}
