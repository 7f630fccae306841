import { powerSaveBlocker } from 'electron'

/** Keeps the computer from sleeping while anything is on air; its screen may go dark. */
export class KeepAwake {
  #blocker: number | null = null

  set(isOnAir: boolean): void {
    if (isOnAir === (this.#blocker !== null)) return
    if (this.#blocker === null) this.#blocker = powerSaveBlocker.start('prevent-app-suspension')
    else {
      powerSaveBlocker.stop(this.#blocker)
      this.#blocker = null
    }
  }
}
