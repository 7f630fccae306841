import css from './KeyCap.module.css'

/** A key as it is printed on the keyboard. */
export function KeyCap({ children }: { children: string }) {
  return <kbd className={css.cap}>{children}</kbd>
}

const mac = /mac|iphone|ipad/i.test(navigator.platform)

/** Name of the command key of this computer. */
export const modKey = mac ? '⌘' : 'Ctrl'
