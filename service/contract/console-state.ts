/**
 * The console API for the state of the installation: what its database holds, as files. Paths,
 * authentication and errors as in `console.ts`. For masters of the first system:
 *
 *   GET    /console/api/state                                  → StateView
 *   POST   /console/api/snapshots              { name }        → Snapshot, made now
 *   DELETE /console/api/snapshots/:id                          → {}
 *   GET    /console/api/snapshots/:id/file                     → the file
 *   POST   /console/api/snapshots/:id/restore                  → Restart
 *   GET    /console/api/export                                 → a file of the state as it is now
 *   POST   /console/api/import                 the file, as STATE_MEDIA_TYPE   → Restart
 *   POST   /console/api/demo                   { language }    → {}  adds schedules, channels and users
 *
 * For masters, of their own system:
 *
 *   GET    /console/api/reset                                  → ResetView
 *   POST   /console/api/reset                  { kinds }       → ResetResult
 *
 * What answers `Restart` is applied by a start that follows at once, on the same ports; everybody is signed
 * out by it, but the one who asked where the restored state has them with the same password.
 *
 * Refusals beside the usual ones: 409 ON_AIR (channels are named), 400 STATE_UNUSABLE (the message says
 * why), 507 STORAGE_FULL. Nothing is changed then.
 */
import { z } from 'zod'
import { anyText, idText, textOf } from './text.ts'

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
export type StateCounts = z.output<typeof stateCounts>

/** Names of snapshots that the service made by itself, before it changed much. */
export const SNAPSHOT_REASONS = ['before-restore', 'before-import', 'before-reset'] as const
export type SnapshotReason = (typeof SNAPSHOT_REASONS)[number]

export const snapshotRequest = z.object({ name: textOf(1, 60) })

export const snapshotResponse = z.strictObject({
  id: idText,
  name: anyText,
  createdAt: moment,
  /** Made by the service, which keeps the newest five; the name is a SNAPSHOT_REASONS. */
  automatic: z.boolean(),
  counts: stateCounts,
  /** On disk. */
  bytes: count,
})
export type Snapshot = z.output<typeof snapshotResponse>

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
export type StateView = z.output<typeof stateResponse>

export const restartResponse = z.strictObject({
  counts: stateCounts,
  /** Archive destinations whose secrets this installation can't read: to be made again. */
  unreadable: count,
})
export type Restart = z.output<typeof restartResponse>

/** What can be reset on its own, in the order in which it is. */
export const RESET_KINDS = [
  'chat',
  'recordings',
  'schedules',
  'channels',
  'users',
  'webhooks',
  'catchers',
  'requests',
] as const
export type ResetKind = (typeof RESET_KINDS)[number]

const KINDS_RULE = `must be an array of ${RESET_KINDS.join(', ')}`
export const resetRequest = z.object({
  kinds: z
    .array(z.enum(RESET_KINDS, { error: `must be one of ${RESET_KINDS.join(', ')}` }), { error: KINDS_RULE })
    .min(1, 'must name at least one kind'),
})

export const resetResponse = z.strictObject({
  /** How many of each kind went. */
  removed: z.partialRecord(z.enum(RESET_KINDS), count),
})
export type ResetResult = z.output<typeof resetResponse>

export const resetViewResponse = z.strictObject({
  /** How many would go; null where that is not counted. */
  counts: z.record(z.enum(RESET_KINDS), count.nullable()),
  /** Names of channels that have a connection: schedules and channels can't be reset meanwhile. */
  onAir: z.array(anyText),
})
export type ResetView = z.output<typeof resetViewResponse>

export const demoRequest = z.object({ language: z.enum(['en', 'ja'], { error: 'must be en or ja' }) })
