import type { AuditObject } from '../../../../../contract/audit.ts'
import type { emulatorFaultApi, FaultList } from '../../../../../contract/console/emulator/faults.ts'
import { FAULT_PRESET_NAMES, presetFaults } from '../../../../../contract/fault-presets.ts'
import { faultSchema } from '../../../../../contract/fault-schema.ts'
import { MAX_FAULTS, fault } from '../../../../../contract/faults.ts'
import type { Fault } from '../../../../../contract/faults.ts'
import { badRequest, refusal } from '../../../../../contract/refusal/refusal.ts'
import { problem } from '../../../../../contract/refusal/rules.ts'
import { describeAct } from '../../../../audit/acts.ts'
import { validate } from '../../../http/validate.ts'
import type { ConsoleParts } from '../../console-parts.ts'
import type { Handlers } from '../../handlers.ts'
import { started } from './started.ts'

export function emulatorFaultRoutes({
  emulator,
}: Pick<ConsoleParts, 'emulator'>): Handlers<typeof emulatorFaultApi> {
  const book = () => started(emulator).faults
  const listed = (): FaultList => ({ faults: book().list() })
  const faultsOf = () =>
    book()
      .list()
      .map((one) => one.fault)
  /** For the audit log. */
  const describe = (id: string, verb: 'fault.armed' | 'fault.disarmed') => {
    const known = faultsOf().filter((one) => one.id === id)
    describeAct({ verb, objects: known.map(objectOf) })
  }
  const add = async (faults: readonly Fault[]): Promise<FaultList> => {
    describeAct({ objects: faults.map(objectOf) })
    const ids = new Set([...faultsOf(), ...faults].map(({ id }) => id))
    if (ids.size > MAX_FAULTS) throw badRequest(problem('faults', 'maxFaults', { max: MAX_FAULTS }))
    await book().put(faults)
    return listed()
  }
  const found = (done: boolean): FaultList => {
    if (!done) throw refusal('NOT_FOUND')
    return listed()
  }
  return {
    list: listed,
    add: ({ body }) => add([body]),
    exportFile: () => ({ version: 1, faults: faultsOf() }),
    addFile: ({ body }) => add(body.faults),
    schema: () => faultSchema(),
    presets: () => ({
      presets: FAULT_PRESET_NAMES.map((preset) => ({
        preset,
        faults: presetFaults(preset).map((one) => fault.parse(one)),
      })),
    }),
    armPreset: ({ params, body }) =>
      add(presetFaults(params.preset, body.match).map((one) => validate(fault, one))),
    disarm: async ({ body }) => {
      await book().disarm(body.systemId ?? null)
      return listed()
    },
    change: async ({ params, body }) => {
      describe(params.faultId, body.on ? 'fault.armed' : 'fault.disarmed')
      return found(await book().switch(params.faultId, body.on))
    },
    remove: async ({ params }) => {
      describe(params.faultId, 'fault.disarmed')
      return found(await book().remove(params.faultId))
    },
  }
}

const objectOf = ({ id, name }: Fault): AuditObject => ({ kind: 'other', id, name: name ?? id })
