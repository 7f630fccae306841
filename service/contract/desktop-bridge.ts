/**
 * What the desktop window gives the console beyond a browser, as `window.airdesk`; absent in a browser. Main,
 * preload and console agree on it here, with the guards of everything that crosses.
 */

/** Rooms of the console in their order; the first nine have the keys 1 to 9. */
export const ROOM_PATHS = [
  '/',
  '/schedules',
  '/channels',
  '/preview',
  '/chat',
  '/studio',
  '/archives',
  '/webhooks',
  '/developer/api',
  '/users',
  '/settings',
] as const

/** Every address that the menu, the tray or a notice can lead to; a channel's own has its id after the last. */
export const CONSOLE_PATHS = [...ROOM_PATHS, '/channels/new', '/webhooks/endpoints'] as const
export type ConsolePath = (typeof CONSOLE_PATHS)[number] | `/channels/${string}`

/** Languages of the console and of main's own texts. */
export const DESKTOP_LANGUAGES = ['en', 'ja'] as const
export type DesktopLanguage = (typeof DESKTOP_LANGUAGES)[number]

/** Kinds of the desktop's notices. That something works again belongs to the kind of its trouble. */
export const NOTICE_KINDS = ['starting-soon', 'no-signal', 'webhook-failing', 'upload-failing'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A switch for each kind; `quiet-on-air` holds all of them back while anything is on air. */
export const NOTICE_SWITCHES = [...NOTICE_KINDS, 'quiet-on-air'] as const
export type NoticeSwitches = Readonly<Record<(typeof NOTICE_SWITCHES)[number], boolean>>

/** Main → console: what a menu item, the tray or a notice asks for. */
export type DesktopCommand =
  | { readonly kind: 'go'; readonly path: ConsolePath }
  | { readonly kind: 'theme'; readonly scheme: 'light' | 'dark' | 'auto' }
  | { readonly kind: 'language'; readonly language: DesktopLanguage }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'new-schedule' }

/** Frozen. Its promises reject when main refuses what was sent. */
export interface DesktopBridge {
  readonly host: 'electron'
  /** Version of the application. */
  readonly version: string
  /** Node's name of the operating system. */
  readonly platform: string
  /** Has menus, tray, dialogs and notices speak `language`, at the next start too. */
  setLanguage(language: DesktopLanguage): Promise<void>
  /** Which notices the desktop shows, at the next start too. */
  setNotices(switches: NoticeSwitches): Promise<void>
  /** Calls `listener` with each command until the returned function is called. */
  onCommand(listener: (command: DesktopCommand) => void): () => void
}

/** Names of the messages between preload and main. */
export const BRIDGE_CALLS = ['set-language', 'set-notices'] as const
export type BridgeCall = (typeof BRIDGE_CALLS)[number]
export const COMMAND_CHANNEL = 'command'
