import { join } from 'node:path'
import { BROWSERS, findBrowser, isProfileInUse, openAppWindow, openInDefaultBrowser } from './browser.ts'

/** The console as a person sees it. */
export interface ConsoleWindow {
  /** Always true where nobody can know, that is, in the person's own browser. */
  isOpen(): boolean
  /** What was started to show it has ended; a window that was open before may show it. */
  readonly ended: Promise<void>
  close(): void
}

export interface ShowOptions {
  readonly dataDir: string
  /** Of the console, with a token that signs in. Secret. */
  readonly url: string
  readonly say: (sentence: string) => void
}

/** Shows the console in a window of Chromium or Chrome; where that cannot be, in the default browser. */
export function showConsole({ dataDir, url, say }: ShowOptions): ConsoleWindow {
  let inDefaultBrowser = false
  let done = false
  const profile = join(dataDir, 'window')
  const browser = findBrowser()
  const window = browser === null ? null : openAppWindow({ browser, profile, url })
  return {
    isOpen: () => inDefaultBrowser || !done || isProfileInUse(profile),
    ended: follow(),
    close: () => window?.close(),
  }

  async function follow(): Promise<void> {
    const failure = window
      ? await window.ended
      : `no Chromium or Chrome is there (looked for ${BROWSERS.join(', ')})`
    if (failure !== null) await fallBack(failure)
    done = true
  }

  async function fallBack(why: string): Promise<void> {
    inDefaultBrowser = true
    say(
      `There is no window of its own: ${why}. The console opens in the default browser; Ctrl+C or SIGTERM ends the service.`,
    )
    const failure = await openInDefaultBrowser(url)
    if (failure !== null)
      say(`No browser could be opened: ${failure}. The console is at ${new URL(url).origin}/`)
  }
}
