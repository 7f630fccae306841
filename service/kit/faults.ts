import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { emulatorFaultApi as api } from '../contract/console/emulator/faults.ts'
import type { FaultView } from '../contract/console/emulator/faults.ts'
import { FAULT_PRESET_NAMES, presetFaults } from '../contract/fault-presets.ts'
import type { FaultPreset, PresetMatch, Unnamed } from '../contract/fault-presets.ts'
import type { Shown } from '../contract/console/route.ts'
import type { FaultFileInput, faultFile } from '../contract/faults.ts'
import type { Milliseconds } from '../contract/units.ts'
import type { ConsoleClient } from '../entry/console-client.ts'

export type { FaultPreset, FaultView }

/** A fault as it is written down; one without an id is given one. */
export type NewFault = Unnamed & { readonly id?: string }

/** Faults of a service that was started with the emulator. What is asked for is in force when a call resolves. */
export interface Faults {
  /** Adds a fault and arms it; one with the same id is replaced. @returns it */
  add(fault: NewFault): Promise<FaultView>
  /** Adds all faults of a file, or none. */
  addFile(file: Shown<typeof faultFile> | FaultFileInput): Promise<readonly FaultView[]>
  /** Arms the faults of a preset, all or those of one system, channel, connection or destination. @returns them */
  preset(preset: FaultPreset, match?: PresetMatch): Promise<readonly FaultView[]>
  list(): Promise<readonly FaultView[]>
  /** All of them as a file that can be committed. */
  file(): Promise<Shown<typeof faultFile>>
  /** @throws Error where it is not there */
  remove(id: string): Promise<void>
  /** Takes all out of force, or those that name a system. */
  disarm(systemId?: string): Promise<void>
  /**
   * Waits until a fault has hit so often since it was armed.
   * @throws Error when it has not within the time, 30 s where it is left out, or is not there
   */
  waitForHits(id: string, hits?: number, timeoutMs?: Milliseconds): Promise<FaultView>
}

const LOOK_EVERY: Milliseconds = 50
const PATIENCE: Milliseconds = 30_000

/** @param console signed in as an owner */
export function faultsOf(console: Pick<ConsoleClient, 'call'>): Faults {
  const list = async () => (await console.call(api.list)).faults
  const find = async (id: string) => (await list()).find(({ fault }) => fault.id === id)
  return {
    async add(given) {
      const id = given.id ?? randomUUID()
      const { faults } = await console.call(api.add, { body: { ...given, id } })
      const added = faults.find(({ fault }) => fault.id === id)
      if (!added) throw new Error(`The fault ${id} was not added.`)
      return added
    },
    addFile: async (file) => (await console.call(api.addFile, { body: file })).faults,
    async preset(preset, match) {
      if (!FAULT_PRESET_NAMES.includes(preset))
        throw new Error(`There is no preset ${preset}; there are ${FAULT_PRESET_NAMES.join(', ')}.`)
      const { faults } = await console.call(api.armPreset, {
        params: { preset },
        body: match ? { match } : {},
      })
      const ids = new Set(presetFaults(preset, match).map(({ id }) => id))
      return faults.filter(({ fault }) => ids.has(fault.id))
    },
    list,
    file: () => console.call(api.exportFile),
    async remove(id) {
      if (!(await find(id))) throw new Error(`There is no fault ${id}.`)
      await console.call(api.remove, { params: { faultId: id } })
    },
    disarm: async (systemId) => void (await console.call(api.disarm, { body: systemId ? { systemId } : {} })),
    async waitForHits(id, hits = 1, timeoutMs = PATIENCE) {
      const deadline = Date.now() + timeoutMs
      for (;;) {
        const found = await find(id)
        if (!found) throw new Error(`There is no fault ${id}.`)
        if (found.hits >= hits) return found
        if (Date.now() >= deadline)
          throw new Error(`The fault ${id} has hit ${found.hits} times in ${timeoutMs} ms, not ${hits}.`)
        await delay(LOOK_EVERY)
      }
    },
  }
}
