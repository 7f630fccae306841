import type { HealthEvent, HealthKind, HealthView, PastSession } from '../../contract/console/health.ts'
import type { ScheduleSession } from '../../contract/console/schedules.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Clock } from '../../platform/clock.ts'
import { renditionsOf } from '../channel/channel.ts'
import type { Channel } from '../channel/channel.ts'
import { TOO_MUCH_DRIFT } from '../connection/drift.ts'
import type { Broadcasts } from '../connection/broadcasts.ts'
import type { Load } from '../load/load.ts'
import type { SfuChannelView } from '../sfu/dependencies.ts'
import type { HealthJournal } from './journal.ts'
import { HealthSession } from './health-session.ts'
import type { Look } from './health-session.ts'
import { NOT_BLAMED } from '../connection/findings.ts'
import { lookAtMedia, lookAtWebrtc, mediaMeasures, webrtcMeasures } from './look.ts'

/** How often WebRTC channels are measured; encoders are as often as the ingest process reports. */
const INTERVAL: Milliseconds = 1_000
/** Sessions that are over: what is kept of channels that are not used any more. */
export const KEPT_ENDED = 50

export interface HealthParts {
  readonly channels: { find(channelId: ChannelId): Channel | null }
  readonly broadcasts: Pick<Broadcasts, 'activity' | 'onChange'>
  readonly webrtc: {
    view(channelId: ChannelId): SfuChannelView
    onChange(listener: (channelId: ChannelId) => void): () => void
  }
  readonly testPictures: { testPictureRunning(channelId: ChannelId): boolean }
  readonly load: Pick<Load, 'blamed'>
  readonly journal: HealthJournal
  readonly clock: Clock
  readonly logger: Logger
}

interface Kept {
  readonly session: HealthSession
  /** In the journal; null where it could not be written. */
  readonly number: number | null
  stats: ConnectionStats | null
  sfu: { readonly at: EpochMilliseconds; readonly connections: SfuChannelView['connections'] }
}

/**
 * How well broadcasts run: follows each channel from its first connection on. Measurements are in memory only; what
 * happened is in the journal too.
 */
export class HealthBook {
  readonly #parts: HealthParts
  /** The newest session of each channel; ended ones in the order in which they ended, before the others. */
  readonly #kept = new Map<ChannelId, Kept>()
  readonly #stop: readonly (() => void)[]

  constructor(parts: HealthParts) {
    this.#parts = parts
    parts.journal.endOpen()
    const timer = parts.clock.every(INTERVAL, () => this.#measureWebrtc())
    this.#stop = [
      parts.broadcasts.onChange((channelId) => this.#lookAtMedia(channelId)),
      parts.webrtc.onChange((channelId) => this.#lookAtWebrtc(channelId, false)),
      () => timer.cancel(),
    ]
  }

  close(): void {
    for (const stop of this.#stop) stop()
  }

  /** @param since what is older is left out */
  view(channel: Channel, since: EpochMilliseconds): HealthView {
    const kept = this.#kept.get(channel.channelId)
    const renditions = renditionsOf(channel)
    const videos = renditions.filter(({ video }) => video !== undefined)
    const kind = kindOf(channel)
    return {
      now: this.#parts.clock.now(),
      targets: {
        videoBps: videos.length > 0 ? Math.max(...videos.map(({ video }) => video?.bps ?? 0)) : null,
        frameRate: kept?.stats?.video?.nominalFrameRate ?? null,
        keyFrames: videos.length > 0 ? Math.min(...videos.map((r) => r.durationSeconds)) : null,
        drift: kind === 'media' ? TOO_MUCH_DRIFT : null,
      },
      ...(kept?.session ?? new HealthSession(kind, 0, () => undefined)).view(since),
      ...(!kept && { startedAt: null }),
    }
  }

  /** Of earlier runs of the service too, newest first. */
  sessions({ channelId }: Channel): readonly PastSession[] {
    return this.#parts.journal.list(channelId)
  }

  /** Of channels of schedules, of earlier runs of the service too; what has some of `[from, to)`, oldest first. */
  sessionsOfSchedules(
    systemId: SystemId,
    from: EpochMilliseconds,
    to: EpochMilliseconds,
  ): readonly ScheduleSession[] {
    return this.#parts.journal.ofSchedules(systemId, from, to)
  }

  /** Oldest first; empty where the channel has no such session. */
  sessionEvents({ channelId }: Channel, session: number): readonly HealthEvent[] {
    return this.#parts.journal.events(channelId, session)
  }

  #lookAtMedia(channelId: ChannelId): void {
    const { channels, broadcasts, testPictures, load, clock } = this.#parts
    const channel = channels.find(channelId)
    const activity = broadcasts.activity(channelId)
    const kept = this.#current('media', channelId, activity.connections.length > 0)
    if (!kept) return
    const newest = activity.connections.find(({ endedAt }) => endedAt === null)
    const stats = newest?.stats ?? null
    const isNew = stats !== null && stats !== kept.stats
    const isSame = stats?.connectionId === kept.stats?.connectionId
    const measured = isNew ? mediaMeasures(isSame ? kept.stats : null, stats) : null
    kept.stats = stats ?? kept.stats
    this.#take(
      channelId,
      kept,
      lookAtMedia(
        activity,
        channel ? renditionsOf(channel) : [],
        measured,
        testPictures.testPictureRunning(channelId) ? NOT_BLAMED : load.blamed,
        clock.now(),
      ),
    )
  }

  #measureWebrtc(): void {
    for (const [channelId, { session }] of this.#kept) {
      if (session.kind === 'webrtc' && session.endedAt === null) this.#lookAtWebrtc(channelId, true)
    }
  }

  #lookAtWebrtc(channelId: ChannelId, measure: boolean): void {
    const { channels, broadcasts, webrtc, clock } = this.#parts
    if (channels.find(channelId)?.kind === 'webrtc-hls') return
    const view = webrtc.view(channelId)
    const kept = this.#current('webrtc', channelId, view.connections.length > 0)
    if (!kept) return
    const now = clock.now()
    const seconds = (now - kept.sfu.at) / 1000
    const measured =
      measure && seconds > 0 ? webrtcMeasures(kept.sfu.connections, view.connections, seconds) : null
    // Where the clock was set back, it is measured from here on.
    if (measured || seconds < 0) kept.sfu = { at: now, connections: view.connections }
    this.#take(channelId, kept, lookAtWebrtc(view, broadcasts.activity(channelId), measured, now))
  }

  /** The session of this kind that runs: a new one when something runs again; null when nothing does. */
  #current(kind: HealthKind, channelId: ChannelId, running: boolean): Kept | null {
    const known = this.#kept.get(channelId)
    if (known && known.session.endedAt === null) return known.session.kind === kind ? known : null
    if (!running) return null
    const { clock, journal } = this.#parts
    const now = clock.now()
    const number = this.#write(() => journal.begin(channelId, now))
    const kept: Kept = {
      session: new HealthSession(kind, now, (event) => {
        if (number !== null) this.#write(() => journal.add(number, event))
      }),
      number,
      stats: null,
      sfu: { at: now, connections: [] },
    }
    this.#kept.set(channelId, kept)
    return kept
  }

  #take(channelId: ChannelId, kept: Kept, look: Look): void {
    kept.session.take(look)
    const { number, session } = kept
    const { endedAt } = session
    if (endedAt === null) return
    if (number !== null) this.#write(() => this.#parts.journal.end(number, endedAt))
    // Set anew, so that ended ones stand in the order in which they ended.
    this.#kept.delete(channelId)
    this.#kept.set(channelId, kept)
    const ended = [...this.#kept].filter(([, { session }]) => session.endedAt !== null)
    for (const [old] of ended.slice(0, -KEPT_ENDED)) this.#kept.delete(old)
  }

  /** With a full disk broadcasts go on, and so does what is known of them. @returns null where it failed */
  #write<T>(write: () => T): T | null {
    try {
      return write()
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'sessions of channels could not be written')
      return null
    }
  }
}

function kindOf(channel: Channel): HealthKind {
  return channel.kind === 'webrtc' ? 'webrtc' : 'media'
}
