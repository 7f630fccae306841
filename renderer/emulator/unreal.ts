/** What of the service is not as in real life, from what the engine tells. Pure. */
import type { EmulatorView } from '../../service/contract/console/emulator/state.ts'

export type UnrealTime = 'frozen' | 'rate' | 'ahead' | 'behind'

export interface Unreal {
  /** Null while the clock shows real time. */
  readonly time: UnrealTime | null
  /** How many times as fast as real time; 1 where it is only elsewhere. */
  readonly rate: number
  /** How far it is ahead of real time or, negative, behind it, milliseconds; said where it goes as real time does. */
  readonly aheadMs: number
  /** Since when it stands or goes as it does, real time, milliseconds since 1970. */
  readonly since: number
  readonly armed: number
  readonly hits: number
}

/** Both clocks are read one after the other. */
const TOLERATED_MS = 1500

/** Null where all is real. */
export function unrealOf({ clock, faults: { armed, hits } }: EmulatorView): Unreal | null {
  const time = timeOf(clock)
  return time === null && armed === 0
    ? null
    : { time, rate: clock.rate, aheadMs: clock.now - clock.realNow, since: clock.since, armed, hits }
}

export function timeOf({ mode, now, realNow }: EmulatorView['clock']): UnrealTime | null {
  if (mode !== 'real') return mode
  if (Math.abs(now - realNow) <= TOLERATED_MS) return null
  return now > realNow ? 'ahead' : 'behind'
}
