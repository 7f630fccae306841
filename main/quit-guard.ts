import { dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { ServiceStatus } from '../service/contract/host-protocol.ts'
import { endQuestion } from './end-question.ts'
import type { Texts } from './texts.ts'

export interface QuitGuardParts {
  readonly status: () => ServiceStatus
  readonly texts: () => Texts
  /** The window that the question is put on; undefined where none is seen. */
  readonly parent: () => BrowserWindow | undefined
  readonly closeWindow: () => void
  readonly end: () => void
}

/** Nobody ends a broadcast by closing a window: while anything is on air, the operator is asked. */
export class QuitGuard {
  readonly #parts: QuitGuardParts
  #isAsking = false
  #isReleased = false

  constructor(parts: QuitGuardParts) {
    this.#parts = parts
  }

  /** Ends without a question from now on: it was answered, or the computer goes down. */
  release(): void {
    this.#isReleased = true
  }

  /** True when nothing would be lost; otherwise asks, and does later what was answered. */
  mayEnd(): boolean {
    if (this.#isReleased || this.#parts.status().onAir.length === 0) return true
    if (!this.#isAsking) void this.#ask()
    return false
  }

  async #ask(): Promise<void> {
    const { status, texts, parent, closeWindow, end } = this.#parts
    this.#isAsking = true
    try {
      const { answers, ...options } = endQuestion(status().onAir, texts())
      const { response } = await ask(parent(), options)
      if (answers[response] === 'close-window') closeWindow()
      if (answers[response] === 'end') {
        this.release()
        end()
      }
    } finally {
      this.#isAsking = false
    }
  }
}

function ask(window: BrowserWindow | undefined, options: MessageBoxOptions) {
  return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
}
