/** How the engine's clock goes, as the last message told it. Pure. */
import type { EngineView } from '../../../service/contract/console/engine-view.ts'

export interface Anchor {
  /** The engine's clock, milliseconds since 1970 … */
  readonly engineAt: number
  /** … when this computer's clock showed this. */
  readonly hereAt: number
  /** How many times as fast as this computer's it goes: 1 but where it is moved; 0: it stands. */
  readonly rate: number
}

export const anchorOf = ({ now, emulator }: EngineView, receivedAt: number): Anchor => ({
  engineAt: now,
  hereAt: receivedAt,
  rate: emulator?.clock.rate ?? 1,
})

/** The engine's clock when this computer's shows `here`. */
export const engineTime = ({ engineAt, hereAt, rate }: Anchor, here: number): number =>
  Math.round(engineAt + (here - hereAt) * rate)
