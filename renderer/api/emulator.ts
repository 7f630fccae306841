/** What only a service that was started with `--emulator` can be made to do. */
import type { Fault } from '../../service/contract/faults.ts'
import type { FaultPreset } from '../../service/contract/fault-presets.ts'
import { api, call, fileAddress } from './client.ts'

/** Everything below it is read again after each act. */
export const EMULATOR_KEY = ['emulator'] as const

export const readEmulator = () => call(api.emulator.status)

export const readEmulatorClock = () => call(api.emulatorClock.state)
/** What fired when it was moved last, the first 1,000. */
export const listFirings = () => call(api.emulatorClock.firings, { query: { after: 0 } })
/** Where it is. @throws ApiError CLOCK_MOVING, as the next two */
export const freezeClock = () => call(api.emulatorClock.freeze, { body: {} })
/** Resolves when all that lies between is done. @param ms milliseconds */
export const advanceClock = (ms: number) =>
  call(api.emulatorClock.advance, { body: { duration: `${Math.ceil(ms)}ms` } })
/** @param rate how many times as fast as real time */
export const runClock = (rate: number) => call(api.emulatorClock.run, { body: { rate } })
export const releaseClock = () => call(api.emulatorClock.release, { body: {} })
/** Ends an advance where it is. */
export const stopClock = () => call(api.emulatorClock.stop, { body: {} })

export const listFaults = () => call(api.emulatorFaults.list)
/** @throws ApiError BAD_REQUEST naming the member that is wrong */
export const addFault = (fault: unknown) => call(api.emulatorFaults.add, { body: fault as Fault })
export const exportFaults = () => call(api.emulatorFaults.exportFile)
export const armPreset = (preset: FaultPreset) =>
  call(api.emulatorFaults.armPreset, { params: { preset }, body: {} })
export const disarmFaults = () => call(api.emulatorFaults.disarm, { body: {} })
export const switchFault = (faultId: string, on: boolean) =>
  call(api.emulatorFaults.change, { params: { faultId }, body: { on } })
export const removeFault = (faultId: string) => call(api.emulatorFaults.remove, { params: { faultId } })

export const readCoverage = () => call(api.emulatorRuns.readCoverage)
/** The page that holds all of it. */
export const COVERAGE_PAGE = fileAddress(api.emulatorRuns.coverageFile, { params: { format: 'html' } })
