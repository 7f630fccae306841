/** Who may call main from a page, and with what. Pure, so that every case can be tabled. */
import {
  DESKTOP_LANGUAGES,
  NOTICE_SWITCHES,
  UPDATE_ACTIONS,
  type DesktopLanguage,
  type NoticeSwitches,
  type UpdateAction,
} from '../service/contract/desktop-bridge.ts'
import { isConsoleAddress } from './navigation.ts'

/** The frame that sent a message, as Electron tells it; null when it is gone. */
export interface SenderFrame {
  readonly url: string
  /** Null for the main frame of a window. */
  readonly parent: object | null
}

/** Only the main frame of a window, and only while it shows the console. */
export function isTrustedSender(frame: SenderFrame | null, consoleUrl: string | null): boolean {
  return frame !== null && frame.parent === null && isConsoleAddress(frame.url, consoleUrl)
}

export function isLanguage(value: unknown): value is DesktopLanguage {
  return DESKTOP_LANGUAGES.some((language) => language === value)
}

/** Every switch, each a boolean, and nothing else. */
export function isNoticeSwitches(value: unknown): value is NoticeSwitches {
  if (typeof value !== 'object' || value === null) return false
  const entries = Object.entries(value)
  return (
    entries.length === NOTICE_SWITCHES.length &&
    NOTICE_SWITCHES.every((name) => Object.hasOwn(value, name)) &&
    entries.every(([, on]) => typeof on === 'boolean')
  )
}

export function isUpdateAction(value: unknown): value is UpdateAction {
  return UPDATE_ACTIONS.some((action) => action === value)
}

/** A file of this computer: `file:///…` without a host, which could be another computer's share, and without a query. */
export function isFileAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 4096 || !/^file:\/\/\/(?!\/)/.test(value)) return false
  if (!URL.canParse(value) || /%00|%2f|%5c/i.test(value)) return false
  const { host, search, hash } = new URL(value)
  return host === '' && search === '' && hash === ''
}

export function isSwitch(value: unknown): value is boolean {
  return typeof value === 'boolean'
}
