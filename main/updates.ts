/** Brings new versions: asked for by the operator, downloaded when told to, installed when nothing is on air. */
import type { UpdateAction, UpdatesOff, UpdateState, UpdateView } from '../service/contract/desktop-bridge.ts'
import { afterEvent, QUIET_MS, type Air, type UpdateEvent } from './update-machine.ts'
import { asUpdateError, type UpdateError, type Updater } from './updater.ts'

const DAY_MS = 86_400_000

export interface UpdatesParts {
  /** The reason where there is none. */
  readonly updater: Updater | UpdatesOff
  /** Host of the feed; null where there is none. */
  readonly from: string | null
  /** Whether new versions are asked for without the operator. */
  readonly automatic: () => boolean
  readonly changed: (view: UpdateView) => void
  /** Begins the orderly end of the application; `install` is called when the service has ended. */
  readonly quit: () => void
}

export class Updates {
  readonly #parts: UpdatesParts
  #state: UpdateState
  #air: Air = 'unknown'
  #quiet: NodeJS.Timeout | undefined

  constructor(parts: UpdatesParts) {
    this.#parts = parts
    const { updater } = parts
    this.#state =
      typeof updater === 'string' ? { phase: 'off', reason: updater } : { phase: 'idle', checkedAt: null }
  }

  /** Asks at once and then once a day, where the operator wants it. */
  start(): void {
    this.checkIfWanted()
    setInterval(() => this.checkIfWanted(), DAY_MS).unref()
  }

  get view(): UpdateView {
    const { automatic, from } = this.#parts
    return { state: this.#state, automatic: automatic(), from, onAir: this.#air !== 'off' }
  }

  /** What the operator asks for. */
  act(action: UpdateAction): void {
    if (action === 'tell') this.#parts.changed(this.view)
    else this.#take(action === 'install' ? { kind: 'install', air: this.#air } : { kind: action })
  }

  /** Asks for a new version where it is done without the operator: now, for the switch may just be on. */
  checkIfWanted(): void {
    if (this.#parts.automatic()) this.#take({ kind: 'check' })
  }

  /** What is known of broadcasts. */
  tell(air: Air): void {
    if (air === this.#air) return
    this.#air = air
    this.#take({ kind: 'air', air, at: Date.now() })
    this.#parts.changed(this.view)
  }

  /**
   * Installs what the application ends for, as its last act.
   * @returns false when it ends for something else
   */
  install(failed: (error: UpdateError) => void): boolean {
    const { updater } = this.#parts
    if (this.#state.phase !== 'installing' || typeof updater === 'string') return false
    updater.install(failed)
    return true
  }

  #take(event: UpdateEvent): void {
    const before = this.#state
    this.#state = afterEvent(before, event)
    if (this.#state === before) return
    this.#waitForQuiet()
    this.#parts.changed(this.view)
    if (this.#state.phase !== before.phase) this.#enter(this.#state.phase)
  }

  #waitForQuiet(): void {
    const isQuiet = this.#state.phase === 'waiting' && this.#state.restartsAt !== null
    if (isQuiet) this.#quiet ??= setTimeout(() => this.#take({ kind: 'quiet' }), QUIET_MS)
    else {
      clearTimeout(this.#quiet)
      this.#quiet = undefined
    }
  }

  #enter(phase: UpdateState['phase']): void {
    const { updater, quit } = this.#parts
    if (typeof updater === 'string') return
    if (phase === 'checking') void this.#check(updater)
    if (phase === 'downloading') void this.#download(updater)
    if (phase === 'installing') quit()
  }

  async #check(updater: Updater): Promise<void> {
    try {
      const version = await updater.check()
      this.#take(version === null ? { kind: 'none', at: Date.now() } : { kind: 'found', version })
    } catch (error) {
      this.#failed(error)
    }
  }

  async #download(updater: Updater): Promise<void> {
    try {
      await updater.download((percent) => this.#take({ kind: 'progress', percent }))
      this.#take({ kind: 'downloaded' })
    } catch (error) {
      this.#failed(error)
    }
  }

  #failed(error: unknown): void {
    const { fault, message } = asUpdateError(error)
    this.#take({ kind: 'failed', fault, detail: message })
  }
}
