/**
 * Who sees what: the one table of members. Nobody is told more by the console than the option API gives with the same
 * permission: without any, who they are and the schedules; with `view`, what can be watched; with
 * `delivery`, what it takes to broadcast and to look after channels.
 *
 * Answers of routes that need a permission are for all who have it; here is what everybody gets who is signed in:
 * those other answers, and what is told by itself. The service applies it where views leave it.
 */
import type { ChannelView, ConnectionView, PlaylistAddresses } from './channel-view.ts'
import type { EmulatorView } from './emulator/state.ts'
import type { EngineView } from './engine-view.ts'
import type { ConsoleMessage } from './events.ts'
import type { CONSOLE_API } from './index.ts'
import type { Answered, Rules } from './member-rules.ts'
import type { JsonRoute, Shown } from './route.ts'
import type { PlannedSchedule, ScheduleView } from './schedules.ts'
import type { SessionView } from './session.ts'

/** A channel, and what is watched of it. */
const WATCHES = 'delivery or view'
/** What it takes to broadcast, where others are, and what is wrong. */
const OPERATES = 'delivery'

const RENDITION = {
  ...{ durationSeconds: 'all', startTimeOffset: 'all' },
  video: { width: 'all', height: 'all', fps: 'all', bps: 'all', codec: 'all' },
  audio: { bps: 'all' },
  archive: { archive_destination_id: 'all' },
} as const satisfies Rules<ChannelView['renditions'][number]>

const PLAYLISTS = { playlistUrl: 'all', previewUrl: 'all' } as const satisfies Rules<PlaylistAddresses>

const CONNECTION = {
  ...{ connectionId: 'all', connectedAt: 'all', playlistUrl: 'all', lowLatency: 'all' },
  ...{ remoteAddress: OPERATES, encoder: OPERATES, stats: OPERATES },
} as const satisfies Rules<ConnectionView>

const CHANNEL = {
  ...{ channelId: 'all', name: 'all', label: 'all', kind: 'all', createdAt: 'all', madeVia: 'all' },
  ...{ tokenName: OPERATES, hasAuthWebhook: OPERATES, hasEventWebhook: OPERATES },
  ...{ renditions: RENDITION, encrypted: 'all' },
  rtmp: { ...PLAYLISTS, ingestUrl: OPERATES, ingestServer: OPERATES, ingestKey: OPERATES },
  webrtc: {
    ...{ sfuUrl: OPERATES, environment: 'all', sessionId: OPERATES, connections: OPERATES },
    ...{ lastMediaAt: 'all', hls: PLAYLISTS },
  },
  ...{ state: 'all', stateSince: 'all', firstSegmentInSeconds: 'all', lastClose: OPERATES },
  connections: CONNECTION,
  ...{ onAirSince: 'all', pictureAge: { ms: 'all', rising: 'all', tooOld: 'all' }, viewers: 'all' },
  ...{ testPicture: 'all', publish: OPERATES, findings: OPERATES },
} as const satisfies Rules<ChannelView>

/** A channel's id is what encoders publish to: it is told with the channel only. */
const PLANNED = {
  ...{ scheduleId: 'all', name: 'all', startsAt: 'all', endsAt: 'all', channelId: WATCHES },
} as const satisfies Rules<PlannedSchedule>

const SCHEDULE = {
  ...PLANNED,
  ...{ renditions: RENDITION, createdAt: 'all', createdByName: 'all' },
} as const satisfies Rules<ScheduleView>

const EMULATOR = {
  clock: {
    mode: 'all',
    now: 'all',
    realNow: 'all',
    since: 'all',
    rate: 'all',
    next: { kind: 'all', at: 'all' },
  },
  faults: { armed: 'all', hits: 'all' },
} as const satisfies Rules<EmulatorView>

const ENGINE = {
  ...{ version: 'all', now: 'all', startedAt: 'all', ingest: 'all', sfu: 'all' },
  ports: {
    rtmp: 'all',
    https: 'all',
    signaling: 'all',
    sfu: 'all',
    sfuFurther: { environment: 'all', port: 'all' },
    option: 'all',
    live: 'all',
  },
  ...{ liveBaseUrl: 'all', optionBaseUrl: 'all' },
  ...{ diskFreeBytes: OPERATES, load: OPERATES, archive: OPERATES, webhooks: OPERATES },
  ...{ unknownKey: OPERATES, awaited: PLANNED, soon: PLANNED, overrun: PLANNED, incidents: OPERATES },
  emulator: EMULATOR,
} as const satisfies Rules<EngineView>

const SESSION = {
  user: {
    ...{ userId: 'all', name: 'all', email: 'all', isMaster: 'all' },
    permissions: { delivery: 'all', view: 'all', schedule: 'all', user: 'all' },
  },
  system: { name: 'all', timeZone: 'all' },
  viewedBy: { name: 'all' },
} as const satisfies Rules<SessionView>

/** A browser at a name that other programs share is told where to go on. */
const ENTERED = { ...SESSION, goOnAt: 'all' } as const

type Message<Type extends ConsoleMessage['type']> = Extract<ConsoleMessage, { readonly type: Type }>
type MessageRules = { readonly [Type in ConsoleMessage['type']]: Rules<Message<Type>> }

/** Messages of the event stream. */
export const MESSAGES = {
  snapshot: { type: 'all', seq: 'all', state: { engine: ENGINE, channels: [WATCHES, CHANNEL] } },
  delta: { type: 'all', seq: 'all', engine: ENGINE, channels: [WATCHES, CHANNEL], removed: WATCHES },
  levels: { type: 'all', levels: WATCHES },
  session: { type: 'all', session: SESSION },
  'signed-out': { type: 'all' },
} as const satisfies MessageRules

type Api = typeof CONSOLE_API
/** Published documents are for everybody as a whole. */
type AnswerRule<Answer> = Answer extends { readonly openapi: string } ? 'all' : Answered<Answer>
/** Those that everybody may call who is signed in, or anybody. */
type OpenTo<Area> = {
  readonly [
    Name in keyof Area as Area[Name] extends JsonRoute & { readonly who: 'signed-in' | 'public' }
      ? Name
      : never
  ]: Area[Name] extends JsonRoute ? AnswerRule<Shown<Area[Name]['answer']>> : never
}
type AnswerRules = {
  readonly [Name in keyof Api as keyof OpenTo<Api[Name]> extends never ? never : Name]: OpenTo<Api[Name]>
}

/** Answers of routes that need no permission. */
export const ANSWERS = {
  session: {
    ...{ enter: ENTERED, logIn: ENTERED, current: SESSION, endViewAs: SESSION },
    ...{ newEntry: { entry: 'all', url: 'all' }, leave: 'all' },
  },
  documents: { option: 'all', console: 'all', live: 'all' },
  probes: { live: { status: 'all' }, ready: { status: 'all' } },
  schedules: { list: { schedules: SCHEDULE }, search: { schedules: SCHEDULE } },
  access: { schedules: { addressesExpire: 'all' } },
  installation: { stopped: 'all' },
  users: { passwordRule: { minLength: 'all' } },
  setup: { read: { finished: 'all' } },
  option: {
    listSchedules: {
      ...{ schedule_id: 'all', name: 'all', start_datetime: 'all', end_datetime: 'all' },
      ...{ created_datetime: 'all', created_user_name: 'all' },
    },
    changePassword: { ok: 'all' },
  },
} as const satisfies AnswerRules
