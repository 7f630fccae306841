import type { BrowserWindow } from 'electron'
import { popOutAddress } from './navigation.ts'
import { openPageWindow } from './page-window.ts'

/** As many as a grid of previews has places. */
const MOST = 9

interface PopOut {
  readonly window: BrowserWindow
  /** Which of the remembered places it has, from 1. */
  readonly place: number
}

/**
 * Previews in small windows of their own. Main opens them itself, so that none has any hold on the page that
 * asked for it.
 */
export class PopOuts {
  readonly #open = new Map<string, PopOut>()

  /** Shows the channel's preview; one that is open comes to the front. Nothing happens when all places are taken. */
  open(channelId: string, consoleUrl: string, onTop: boolean): void {
    const open = this.#open.get(channelId)
    if (open) return open.window.focus()
    const place = this.#freePlace()
    if (place === null) return
    const window = openPageWindow({
      name: `pop-out-${place}`,
      usual: { width: 480, height: 320 },
      smallest: { width: 240, height: 160 },
      onTop,
    })
    this.#open.set(channelId, { window, place })
    window.on('closed', () => this.#open.delete(channelId))
    // The service may end meanwhile; then all of them are closed.
    window.loadURL(popOutAddress(consoleUrl, channelId)).catch(() => undefined)
  }

  setOnTop(onTop: boolean): void {
    for (const { window } of this.#open.values()) window.setAlwaysOnTop(onTop)
  }

  closeAll(): void {
    for (const { window } of [...this.#open.values()]) window.close()
  }

  #freePlace(): number | null {
    const taken = new Set([...this.#open.values()].map(({ place }) => place))
    return Array.from({ length: MOST }, (_, i) => i + 1).find((place) => !taken.has(place)) ?? null
  }
}
