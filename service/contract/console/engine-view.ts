/** The service itself as the console shows it. */
import { z } from 'zod'
import { emulatorView } from './emulator/state.ts'
import { incidentView } from './incidents.ts'
import { loadView } from './load.ts'
import type { Shown } from './route.ts'
import { awaitedSchedule, plannedSchedule } from './schedules.ts'
import { bitsPerSecond, bytes, count, moment } from './units.ts'

/** `stopped`: not used yet; it starts with the first client. */
const sfuState = z.enum(['running', 'restarting', 'stopped'])
export type SfuState = z.output<typeof sfuState>

const port = z.int()

/** All endpoints of webhooks whose last attempt failed, of questions too. The list of endpoints names them. */
export const failingWebhooks = z.strictObject({
  failing: count,
  /** First failure of the one that fails for longest; null while none fails. */
  since: moment.nullable(),
  /** Messages to them that are still sent by themselves. */
  waiting: count,
  /** Messages to them that are not. */
  givenUp: count,
})
export type FailingWebhooks = Shown<typeof failingWebhooks>

/** An encoder that tries a stream key of no channel. */
const unknownKey = z.strictObject({
  remoteAddress: z.string(),
  /** What it calls itself; may be empty. */
  encoder: z.string(),
  tries: count,
  /** Of the first of these tries. */
  since: moment,
})
export type UnknownKey = Shown<typeof unknownKey>

export const engineView = z.strictObject({
  version: z.string(),
  now: moment,
  startedAt: moment,
  ingest: z.enum(['running', 'restarting']),
  /** The SFU of the normal and of the verification environment; restarting while one of its processes is. */
  sfu: z.tuple([sfuState, sfuState]),
  ports: z.strictObject({
    rtmp: port,
    https: port,
    /** WebRTC signaling. */
    signaling: port,
    /** WebRTC media over UDP, of the first SFU process by environment; 0 until a free one was taken. */
    sfu: z.tuple([port, port]),
    /** The same of further SFU processes that were started. */
    sfuFurther: z.array(z.strictObject({ environment: z.union([z.literal(0), z.literal(1)]), port })),
    option: port,
    live: port,
  }),
  liveBaseUrl: z.string(),
  optionBaseUrl: z.string(),
  /** Null where it is not shown, as all that `who-sees.ts` hides and that is no list. */
  diskFreeBytes: z.number().nullable(),
  load: loadView.nullable(),
  archive: z
    .strictObject({
      /** Recordings that are being made, and how fast they grow. */
      recording: count,
      recordingBps: bitsPerSecond,
      /** Recorded, and not in its store yet. */
      pendingBytes: bytes,
      /** Destinations whose uploads wait after failures. */
      failing: count,
      /** Where less than this is free, nothing is recorded. */
      reserveBytes: bytes,
    })
    .nullable(),
  webhooks: failingWebhooks.nullable(),
  /**
   * The last one that came, while it tries; null where none does, and in an installation with several systems, as
   * it is of none of them.
   */
  unknownKey: unknownKey.nullable(),
  /** The schedule that has begun, or does within 10 s, and that no viewer could see yet; null where there is none. */
  awaited: awaitedSchedule.nullable(),
  /** The first that starts within 10 minutes; null where none does. */
  soon: plannedSchedule.nullable(),
  /** Those whose time is over for 15 s or more, within a day, and that viewers still get; by start. */
  overrun: z.array(plannedSchedule),
  /** Those that go on or that nobody has taken note of: first those that go on, of these the newest first. */
  incidents: z.array(incidentView),
  /** What is unreal; null in a service that was started without `--emulator`. */
  emulator: emulatorView.nullable(),
})
export type EngineView = Shown<typeof engineView>

type Operated = 'diskFreeBytes' | 'load' | 'archive' | 'webhooks'
/** The service as those see it who look after channels. */
export type OperatedEngine = EngineView & {
  readonly [Name in Operated]: NonNullable<EngineView[Name]>
}
