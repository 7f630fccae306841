/** What the desktop window gives the console beyond a browser, as `window.airdesk`; absent in a browser. Frozen. */
export interface DesktopBridge {
  readonly host: 'electron'
  /** Version of the application. */
  readonly version: string
  /** Node's name of the operating system. */
  readonly platform: string
}
