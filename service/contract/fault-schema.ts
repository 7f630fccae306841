import { z } from 'zod'
import { faultFile } from './faults.ts'

/** JSON Schema (2020-12) of a file of faults, for editors and whoever checks one before it is used. */
export function faultSchema(): Readonly<Record<string, unknown>> {
  return { ...z.toJSONSchema(faultFile, { io: 'input' }), title: 'Faults of Airdesk' }
}
