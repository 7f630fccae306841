import { isConsoleAddress } from './navigation.ts'

/**
 * What the console uses of what a page must be granted: copying, full screen, and for the studio camera,
 * microphone and a screen. Notices are main's own.
 */
const GRANTED = new Set(['clipboard-sanitized-write', 'fullscreen', 'media', 'display-capture'])

/** Everything is refused but a short list, and that only to the console's own pages. */
export function isPermitted(permission: string, address: string, consoleUrl: string | null): boolean {
  return GRANTED.has(permission) && isConsoleAddress(address, consoleUrl)
}
