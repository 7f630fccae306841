/**
 * The state of the installation: what its database holds, as files; and what a master resets in their own system.
 *
 * What answers `Restart` is applied by a start that follows at once, on the same ports; everybody is signed
 * out by it, but the one who asked where the restored state has them with the same password. Where something
 * is refused, nothing is changed.
 */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import { secret } from '../secret.ts'
import { anyText, idText, nameOf, textOf } from '../text.ts'
import { nothing } from './nothing.ts'
import { idParam, json, special } from './route.ts'
import type { Shown } from './route.ts'

/** A SQLite file (IANA media types registry). */
export const STATE_MEDIA_TYPE = 'application/vnd.sqlite3'

/** Milliseconds since 1970 UTC. */
const moment = z.int()
const count = z.int().min(0)

/** What a state has, of all systems together. */
export const stateCounts = z.strictObject({
  systems: count,
  users: count,
  channels: count,
  schedules: count,
  recordings: count,
})
export type StateCounts = Shown<typeof stateCounts>

/** Names of snapshots that the service made by itself, before it changed much. */
export const SNAPSHOT_REASONS = ['before-restore', 'before-import', 'before-reset'] as const
export type SnapshotReason = (typeof SNAPSHOT_REASONS)[number]

/** `own`: of the asker's system. `other`: of another one, which nobody takes away as a file. */
const SNAPSHOTS_OF = ['own', 'other', 'installation'] as const

const snapshotRequest = z.object({ name: nameOf(1, 60) })

export const snapshotResponse = z.strictObject({
  id: idText,
  name: anyText,
  createdAt: moment,
  /** Made by the service, which keeps the newest five of each system; the name is a SNAPSHOT_REASONS. */
  automatic: z.boolean(),
  /** Whose rows it has: a system's own, or those of the installation where all was to be replaced. */
  of: z.enum(SNAPSHOTS_OF),
  counts: stateCounts,
  /** On disk. */
  bytes: count,
})
export type Snapshot = Shown<typeof snapshotResponse>

export const stateResponse = z.strictObject({
  now: stateCounts,
  /** Newest first. */
  snapshots: z.array(snapshotResponse),
  onAir: z.strictObject({
    /** Names of the asker's own channels that have a connection; ids of those without a name. */
    channels: z.array(anyText),
    /** Channels of other systems. */
    others: count,
  }),
})
export type StateView = Shown<typeof stateResponse>

/** The ticket opens one download. */
export const downloadResponse = z.strictObject({ ticket: secret('ticket', anyText) })
export type Download = Shown<typeof downloadResponse>

export const restartResponse = z.strictObject({
  counts: stateCounts,
  /** Archive destinations whose secrets this installation can't read: to be made again. */
  unreadable: count,
})
export type Restart = Shown<typeof restartResponse>

/** What can be reset on its own, in the order in which it is. */
export const RESET_KINDS = [
  'chat',
  'recordings',
  'schedules',
  'channels',
  'users',
  'incidents',
  'webhooks',
  'catchers',
  'requests',
] as const
export type ResetKind = (typeof RESET_KINDS)[number]
/** Of these something goes that no snapshot has: local copies of recordings, and the log of calls. */
export const RESET_FOR_GOOD = ['recordings', 'requests'] as const satisfies readonly ResetKind[]

const KINDS_RULE = breaks('arrayOf', { values: RESET_KINDS })
const resetRequest = z.object({
  kinds: z
    .array(z.enum(RESET_KINDS, { error: breaks('oneOf', { values: RESET_KINDS }) }), { error: KINDS_RULE })
    .min(1, breaks('anyKind')),
})

export const resetResponse = z.strictObject({
  /** How many of each kind went. */
  removed: z.partialRecord(z.enum(RESET_KINDS), count),
})
export type ResetResult = Shown<typeof resetResponse>

const counted = count.nullable()
export const resetViewResponse = z.strictObject({
  /** How many would go; null where that is not counted. */
  counts: z.strictObject({
    chat: counted,
    recordings: counted,
    schedules: counted,
    channels: counted,
    users: counted,
    incidents: counted,
    webhooks: counted,
    catchers: counted,
    requests: counted,
  } satisfies Record<ResetKind, typeof counted>),
  /** Names of channels that have a connection: schedules and channels can't be reset meanwhile. */
  onAir: z.array(anyText),
})
export type ResetView = Shown<typeof resetViewResponse>

/** What can be added to try the console with: some of everything, 10,000 rows that are fine, every failure of webhooks. */
export const SEED_PACKS = ['demo', 'many', 'failures'] as const
export type SeedPack = (typeof SEED_PACKS)[number]

const demoRequest = z.object({
  pack: z.enum(SEED_PACKS, { error: breaks('oneOf', { values: SEED_PACKS }) }).default('demo'),
  language: z.enum(['en', 'ja'], { error: breaks('oneOf', { values: ['en', 'ja'] }) }),
})

const snapshots = '/console/api/snapshots'
const reset = '/console/api/reset'
const id = idParam<string>()

export const stateApi = {
  read: json({
    method: 'GET',
    path: '/console/api/state',
    who: 'owner',
    summary: 'What the state of the installation has, and its snapshots.',
    answer: stateResponse,
  }),
  save: json({
    method: 'POST',
    path: snapshots,
    who: 'owner',
    summary: 'Makes a snapshot of the own system.',
    audit: 'snapshot.saved',
    body: snapshotRequest,
    answer: snapshotResponse,
    errors: ['STORAGE_FULL', 'STATE_BUSY', 'TOO_MANY_SNAPSHOTS'],
  }),
  remove: json({
    method: 'DELETE',
    path: `${snapshots}/:id`,
    who: 'owner',
    summary: 'Removes a snapshot.',
    audit: 'snapshot.deleted',
    params: { id },
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
  snapshotFile: json({
    method: 'POST',
    path: `${snapshots}/:id/file`,
    who: 'owner',
    summary: 'Makes a file of a snapshot, but of none of another system, to be fetched.',
    audit: 'snapshot.exported',
    params: { id },
    answer: downloadResponse,
    errors: ['NOT_FOUND', 'STORAGE_FULL'],
  }),
  restore: json({
    method: 'POST',
    path: `${snapshots}/:id/restore`,
    who: 'owner',
    summary: 'Comes back to a snapshot; the service starts again.',
    audit: 'snapshot.restored',
    params: { id },
    answer: restartResponse,
    errors: ['NOT_FOUND', 'ON_AIR', 'STATE_UNUSABLE', 'STATE_BUSY', 'STORAGE_FULL'],
  }),
  export: json({
    method: 'POST',
    path: '/console/api/export',
    who: 'owner',
    summary: 'Makes a file of the state of the whole installation as it is now, to be fetched.',
    answer: downloadResponse,
    audit: 'state.exported',
    errors: ['STORAGE_FULL', 'STATE_BUSY'],
  }),
  download: special({
    kind: 'file',
    method: 'GET',
    path: '/console/api/downloads/:ticket',
    who: 'owner',
    summary: 'A file that the same session had made, once and within a minute.',
    params: { ticket: textOf(1, 64) },
    mediaType: STATE_MEDIA_TYPE,
    errors: ['NOT_FOUND'],
  }),
  import: special({
    kind: 'upload',
    method: 'POST',
    path: '/console/api/import',
    who: 'owner',
    summary: 'Takes the state from a file; the service starts again.',
    audit: 'state.imported',
    mediaType: STATE_MEDIA_TYPE,
    answer: restartResponse,
    errors: ['ON_AIR', 'STATE_UNUSABLE', 'STATE_BUSY', 'STORAGE_FULL'],
  }),
  addDemo: json({
    method: 'POST',
    path: '/console/api/demo',
    who: 'owner',
    summary: 'Adds schedules, channels and users for a try; or 10,000 rows, or what fails.',
    audit: 'demo.added',
    body: demoRequest,
    answer: nothing,
  }),
  readReset: json({
    method: 'GET',
    path: reset,
    who: 'master',
    summary: 'What would be removed from the system, kind by kind.',
    answer: resetViewResponse,
  }),
  reset: json({
    method: 'POST',
    path: reset,
    who: 'master',
    summary: 'Removes all of some kinds from the system.',
    audit: 'system.reset',
    body: resetRequest,
    answer: resetResponse,
    errors: ['ON_AIR', 'STATE_BUSY', 'STORAGE_FULL'],
  }),
}
