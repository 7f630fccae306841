/** Faults on purpose: what is armed, what it hit, and how it is changed. */
import { z } from 'zod'
import { FAULT_PRESET_NAMES } from '../../fault-presets.ts'
import { fault, faultFile, object } from '../../faults.ts'
import { breaks } from '../../refusal/carried.ts'
import { flag, idText } from '../../text.ts'
import { json } from '../route.ts'
import type { Shown } from '../route.ts'
import { count, moment } from '../units.ts'

/** `over`: its end has come, by time or count; `off`: somebody took it out of force. */
export const FAULT_STATES = ['armed', 'over', 'off'] as const
export type FaultState = (typeof FAULT_STATES)[number]

export const faultView = z.strictObject({
  fault,
  state: z.enum(FAULT_STATES),
  /** Since it was armed last. */
  hits: count,
  /** Also since then: of these some were left alone, where the match says which are hit. */
  matched: count,
  /** By the clock that its end is counted by; null before it was armed. */
  armedAt: moment.nullable(),
  /** By the same clock; null where it has no end by time. */
  until: moment.nullable(),
  /** By the service's clock; null where it has hit nothing. */
  lastHitAt: moment.nullable(),
})
export type FaultView = Shown<typeof faultView>

export const faultList = z.strictObject({ faults: z.array(faultView) })
export type FaultList = Shown<typeof faultList>

/** What a preset is narrowed to; members that a fault of it cannot have are refused. */
const presetRequest = z.strictObject({
  match: object({
    systemId: idText.optional(),
    channelId: idText.optional(),
    connectionId: idText.optional(),
    destinationId: idText.optional(),
  }).optional(),
})

const presetName = z.enum(FAULT_PRESET_NAMES, { error: breaks('oneOf', { values: FAULT_PRESET_NAMES }) })
const path = '/console/api/emulator/faults'
const one = `${path}/:faultId` as const
const faultId = idText
const shared = { who: 'owner', onlyEmulator: true } as const

export const emulatorFaultApi = {
  list: json({
    ...shared,
    method: 'GET',
    path,
    summary: 'Faults in the order in which they were added, each with what it hit.',
    answer: faultList,
  }),
  add: json({
    ...shared,
    method: 'POST',
    path,
    summary: 'Adds a fault and arms it; one with its id is replaced. In force when this is answered.',
    audit: 'fault.armed',
    body: fault,
    answer: faultList,
  }),
  exportFile: json({
    ...shared,
    method: 'GET',
    path: `${path}/file`,
    summary: 'All faults as a file that can be committed, and added again.',
    answer: faultFile,
  }),
  addFile: json({
    ...shared,
    method: 'POST',
    path: `${path}/file`,
    summary: 'Adds all faults of a file, or none where one of them is wrong.',
    audit: 'fault.armed',
    body: faultFile,
    answer: faultList,
  }),
  schema: json({
    ...shared,
    method: 'GET',
    path: `${path}/schema`,
    summary: 'JSON Schema of such a file.',
    answer: z.looseObject({}),
  }),
  presets: json({
    ...shared,
    method: 'GET',
    path: `${path}/presets`,
    summary: 'Faults that are asked for by a word.',
    answer: z.strictObject({
      presets: z.array(z.strictObject({ preset: presetName, faults: z.array(fault) })),
    }),
  }),
  armPreset: json({
    ...shared,
    method: 'POST',
    path: `${path}/presets/:preset`,
    summary: 'Adds the faults of a preset and arms them.',
    audit: 'fault.armed',
    params: { preset: presetName },
    body: presetRequest,
    answer: faultList,
    errors: ['NOT_FOUND'],
  }),
  disarm: json({
    ...shared,
    method: 'POST',
    path: `${path}/disarm`,
    summary: 'Takes all faults out of force, or those that name a system; they stay in the list.',
    audit: 'fault.disarmed',
    body: z.strictObject({ systemId: idText.optional() }),
    answer: faultList,
  }),
  change: json({
    ...shared,
    method: 'PATCH',
    path: one,
    summary: 'Arms a fault anew, or takes it out of force.',
    audit: 'fault.armed',
    params: { faultId },
    body: z.strictObject({ on: flag }),
    answer: faultList,
    errors: ['NOT_FOUND'],
  }),
  remove: json({
    ...shared,
    method: 'DELETE',
    path: one,
    summary: 'Takes a fault out of force and out of the list.',
    audit: 'fault.disarmed',
    params: { faultId },
    answer: faultList,
    errors: ['NOT_FOUND'],
  }),
}
