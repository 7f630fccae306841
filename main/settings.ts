/** What the desktop remembers between starts, in a file of its own: it is needed before the console is there. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  keptSwitches,
  type DesktopLanguage,
  type NoticeSwitches,
} from '../service/contract/desktop-bridge.ts'
import { isLanguage } from './bridge-rules.ts'

export interface DesktopSettings {
  readonly language: DesktopLanguage
  readonly notices: NoticeSwitches
  readonly popOutsOnTop: boolean
  /** New versions are asked for once a day. */
  readonly automaticUpdates: boolean
}

/** The settings in the file; what is missing or damaged is as for a first start. */
export class SettingsFile {
  readonly #file: string
  #settings: DesktopSettings

  /** @param language of a first start */
  constructor(file: string, language: DesktopLanguage) {
    this.#file = file
    this.#settings = settingsIn(readJson(file), language)
  }

  get current(): DesktopSettings {
    return this.#settings
  }

  /** Takes the change at once; a folder that cannot be written to costs only the memory. */
  change(change: Partial<DesktopSettings>): void {
    this.#settings = { ...this.#settings, ...change }
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      writeFileSync(`${this.#file}.new`, JSON.stringify(this.#settings))
      renameSync(`${this.#file}.new`, this.#file)
    } catch (error) {
      console.warn(`The settings of the desktop could not be kept: ${String(error)}`)
    }
  }
}

function settingsIn(value: unknown, usual: DesktopLanguage): DesktopSettings {
  const {
    language,
    notices,
    popOutsOnTop,
    automaticUpdates,
  }: Partial<Record<keyof DesktopSettings, unknown>> =
    typeof value === 'object' && value !== null ? value : {}
  return {
    language: isLanguage(language) ? language : usual,
    notices: keptSwitches(notices),
    popOutsOnTop: popOutsOnTop !== false,
    // Nothing is asked of anybody before the operator says so.
    automaticUpdates: automaticUpdates === true,
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return null
  }
}
