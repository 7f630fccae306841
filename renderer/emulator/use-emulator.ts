import type { EmulatorView } from '../../service/contract/console/emulator/state.ts'
import { useHere } from '../api/events/clock.ts'
import { useEngine, useLive } from '../api/events/hooks.ts'
import { unrealOf, type Unreal } from './unreal.ts'

/** What is unreal or can be; null in a service that was started without `--emulator`, and before it is known. */
export const useEmulator = (): EmulatorView | null => useEngine()?.emulator ?? null

/** Null where all is real. */
export function useUnreal(): Unreal | null {
  const emulator = useEmulator()
  return emulator && unrealOf(emulator)
}

/** The real time at the engine, milliseconds since 1970, renewed each second. */
export function useRealNow(): number {
  const { state } = useLive()
  const here = useHere()
  const real = state?.engine.emulator?.clock.realNow
  return state && real !== undefined ? real + here - state.clock.hereAt : here
}
