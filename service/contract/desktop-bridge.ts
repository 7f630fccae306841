/**
 * What the desktop window gives the console beyond a browser, as `window.airdesk`; absent in a browser. Main,
 * preload and console agree on it here, with the guards of everything that crosses.
 */
import type { EpochMilliseconds } from './units.ts'

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
export const CONSOLE_PATHS = [
  ...ROOM_PATHS,
  '/channels/new',
  '/webhooks/endpoints',
  '/settings?section=about',
] as const
export type ConsolePath = (typeof CONSOLE_PATHS)[number] | `/channels/${string}`

/** Languages of the console and of main's own texts. */
export const DESKTOP_LANGUAGES = ['en', 'ja'] as const
export type DesktopLanguage = (typeof DESKTOP_LANGUAGES)[number]

/** Kinds of the desktop's notices. That something works again belongs to the kind of its trouble. */
export const NOTICE_KINDS = [
  'starting-soon',
  'late-start',
  'overrun',
  'no-signal',
  'webhook-failing',
  'upload-failing',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A switch for each kind; `quiet-on-air` holds all of them back while anything is on air. */
export const NOTICE_SWITCHES = [...NOTICE_KINDS, 'quiet-on-air'] as const
export type NoticeSwitches = Readonly<Record<(typeof NOTICE_SWITCHES)[number], boolean>>

/** Switches as they were kept; what is missing or damaged, a newer kind too, is as at a first start: told. */
export function keptSwitches(kept: unknown): NoticeSwitches {
  const found: Partial<Record<keyof NoticeSwitches, unknown>> =
    typeof kept === 'object' && kept !== null ? kept : {}
  const of = (name: keyof NoticeSwitches): boolean => {
    const value = found[name]
    return typeof value === 'boolean' ? value : name !== 'quiet-on-air'
  }
  return {
    'starting-soon': of('starting-soon'),
    'late-start': of('late-start'),
    overrun: of('overrun'),
    'no-signal': of('no-signal'),
    'webhook-failing': of('webhook-failing'),
    'upload-failing': of('upload-failing'),
    'quiet-on-air': of('quiet-on-air'),
  }
}

/** Main → console: what a menu item, the tray or a notice asks for. */
export type DesktopCommand =
  | { readonly kind: 'go'; readonly path: ConsolePath }
  | { readonly kind: 'theme'; readonly scheme: 'light' | 'dark' | 'auto' }
  | { readonly kind: 'language'; readonly language: DesktopLanguage }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'new-schedule' }

/** Why the application does not bring its new versions itself. */
export type UpdatesOff =
  /** It has no address to ask: started from its sources, or built without one. */
  | 'no-feed'
  /** Something else does: what installed it. */
  | 'managed'

/** What went wrong with a new version. */
export type UpdateFault = 'unreachable' | 'unreadable' | 'checksum' | 'signature' | 'other'

/** How far a new version of the application has come. Each step but the last is taken by the operator. */
export type UpdateState =
  | { readonly phase: 'off'; readonly reason: UpdatesOff }
  /** Nothing newer is known. `checkedAt`: when it was asked for; null when it never was. */
  | { readonly phase: 'idle'; readonly checkedAt: EpochMilliseconds | null }
  | { readonly phase: 'checking' }
  | { readonly phase: 'available'; readonly version: string }
  /** `percent`: whole, 0 to 100. */
  | { readonly phase: 'downloading'; readonly version: string; readonly percent: number }
  /** Downloaded and checked. */
  | { readonly phase: 'ready'; readonly version: string }
  /** Asked for during a broadcast. `restartsAt`: nothing is on air any more; null while something is. */
  | { readonly phase: 'waiting'; readonly version: string; readonly restartsAt: EpochMilliseconds | null }
  | { readonly phase: 'installing'; readonly version: string }
  /** `detail`: the words of the library or the server, in one line. */
  | {
      readonly phase: 'failed'
      readonly step: 'check' | 'download'
      readonly fault: UpdateFault
      readonly detail: string
    }

export interface UpdateView {
  readonly state: UpdateState
  /** Asked for once a day; off until the operator switches it on. */
  readonly automatic: boolean
  /** Host that is asked; null when none is. */
  readonly from: string | null
  /** Something is on air, or it is not known that nothing is. */
  readonly onAir: boolean
}

/** What the console may ask of updates; `tell` asks for the view at once. */
export const UPDATE_ACTIONS = ['tell', 'check', 'download', 'install', 'postpone'] as const
export type UpdateAction = (typeof UPDATE_ACTIONS)[number]

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
  /** Takes a step of an update; one that does not fit its state does nothing. */
  update(action: UpdateAction): Promise<void>
  /** Whether new versions are asked for once a day, at the next start too. */
  setAutomaticUpdates(on: boolean): Promise<void>
  /** Shows a file in the system's file manager. @param address `file:///…` of this computer */
  showFile(address: string): Promise<void>
  /** Calls `listener` with each view of updates until the returned function is called. */
  onUpdates(listener: (view: UpdateView) => void): () => void
  /** Calls `listener` with each command until the returned function is called. */
  onCommand(listener: (command: DesktopCommand) => void): () => void
}

/** Names of the messages between preload and main. */
export const BRIDGE_CALLS = [
  'set-language',
  'set-notices',
  'update',
  'set-automatic-updates',
  'show-file',
] as const
export type BridgeCall = (typeof BRIDGE_CALLS)[number]
export const COMMAND_CHANNEL = 'command'
export const UPDATES_CHANNEL = 'updates'
