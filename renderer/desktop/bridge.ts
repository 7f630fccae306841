import type { DesktopBridge } from '../../service/contract/desktop-bridge.ts'

/** What the desktop's window offers beyond a browser; undefined in a browser. */
export const desktop: DesktopBridge | undefined = (globalThis as { readonly airdesk?: DesktopBridge }).airdesk
