import { EventEmitter } from 'node:events'
import type { Browser } from './devtools.ts'

type RequestHandler = (
  contents: unknown,
  permission: string,
  decide: (granted: boolean) => void,
  details: { requestingUrl: string; isMainFrame: boolean },
) => void
type CheckHandler = (contents: unknown, permission: string, origin: string) => boolean

/** Electron's names of permissions and Chromium's. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  'clipboard-sanitized-write': 'clipboardSanitizedWrite',
  'clipboard-read': 'clipboardReadWrite',
  geolocation: 'geolocation',
  notifications: 'notifications',
  midi: 'midi',
  media: 'videoCapture',
}

class Session extends EventEmitter {
  #request: RequestHandler | null = null
  #check: CheckHandler | null = null

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler
  }

  /** Taken and never asked: no screen is shared here. */
  setDisplayMediaRequestHandler(
    _handler: object | null,
    _options?: { readonly useSystemPicker?: boolean },
  ): void {
    // Chromium has no way to hand its own question over.
  }

  /** Taken and never asked: the tests' Chromium trusts every certificate. */
  setCertificateVerifyProc(_verify: object | null): void {
    // As above.
  }

  /** Asks the handlers about everything for a page that was just opened; Chromium refuses the rest. */
  async applyTo(browser: Browser, contents: unknown, address: string): Promise<void> {
    const origin = new URL(address).origin
    if (origin === 'null') return
    const granted = Object.keys(PERMISSIONS).filter((name) => this.#grants(contents, name, address, origin))
    await browser.send('Browser.grantPermissions', {
      origin,
      permissions: granted.map((name) => PERMISSIONS[name]),
    })
  }

  #grants(contents: unknown, name: string, address: string, origin: string): boolean {
    if (this.#check && !this.#check(contents, name, origin)) return false
    let granted = this.#request === null
    const details = { requestingUrl: address, isMainFrame: true }
    this.#request?.(contents, name, (answer) => (granted = answer), details)
    return granted
  }
}

export const session = {
  defaultSession: new Session(),
  /** For requests of the main process, which use nothing of it. */
  fromPartition: (_name: string, _options?: object) => new Session(),
}
