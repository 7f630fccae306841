/** How busy the computer is that the service runs on. */
import { z } from 'zod'
import { WORKER_NAMES } from '../host-protocol.ts'
import { json } from './route.ts'
import type { Shown } from './route.ts'
import { bytes, count, moment } from './units.ts'

export const loadView = z.strictObject({
  cores: count,
  /** Share of all cores that was busy with anything, 0 to 1; null before it was measured twice. */
  cpu: z.number().nullable(),
  memoryBytes: bytes,
  /** What programs could still be given. */
  memoryFreeBytes: bytes,
  /** Share of all cores from which it is too busy; null: it is never told to be. */
  cpuLimit: z.number().nullable(),
  /** Since when it is too busy for what runs; null while it is not. */
  overload: z.strictObject({ since: moment, of: z.enum(['cpu', 'memory']) }).nullable(),
})
export type LoadView = Shown<typeof loadView>

/** `control` is the process that has the APIs, the database and the webhooks. */
const processName = z.enum(['control', ...WORKER_NAMES])
export type ProcessName = z.output<typeof processName>

const processView = z.strictObject({
  name: processName,
  pid: count,
  /** The channel that it works for alone; null where it serves several, or one of another system. */
  channelId: z.string().nullable(),
  /** True while it has nothing to do: it waits for the next broadcast that needs one. */
  spare: z.boolean(),
  /** Share of all cores, 0 to 1; null where it is not known: it has just begun, or it does not answer. */
  cpu: z.number().nullable(),
  memoryBytes: bytes.nullable(),
})
export type ProcessView = Shown<typeof processView>

export const computerView = z.strictObject({
  now: moment,
  load: loadView,
  /** Those of Airdesk, by CPU. */
  processes: z.array(processView),
  /** All other programs, also the window or browser that shows this; CPU is null while that of one of ours is. */
  others: z.strictObject({ cpu: z.number().nullable(), memoryBytes: bytes }),
  /** Of the last 5 minutes, one every 5 s, oldest first; null where it was not known. */
  recent: z.strictObject({ at: z.array(moment), cpu: z.array(z.number().nullable()) }),
})
export type ComputerView = Shown<typeof computerView>

export const loadApi = {
  read: json({
    method: 'GET',
    path: '/console/api/computer',
    who: 'delivery',
    summary: 'What runs on the computer of the service, and how much of it each process uses.',
    answer: computerView,
    errors: [],
  }),
}
