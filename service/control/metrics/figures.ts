/** What is measured now, of the whole installation, as a monitoring system gets it. */
import { channelState as channelStates } from '../../contract/console/channel-view.ts'
import type { ChannelState } from '../../contract/console/channel-view.ts'
import type { LoadView } from '../../contract/console/load.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { RecordingSummary } from '../archive/recording.ts'
import { renditionsOf } from '../channel/channel.ts'
import type { Channel } from '../channel/channel.ts'
import type { Channels } from '../channel/channels.ts'
import type { Broadcasts } from '../connection/broadcasts.ts'
import { channelState } from '../connection/channel-state.ts'
import { pictureAge } from '../connection/picture-age.ts'
import type { ProcessLoad } from '../load/processes.ts'
import type { SfuChannelView } from '../sfu/dependencies.ts'
import type { Tally } from './tally.ts'

export interface FigureSources {
  readonly version: string
  readonly startedAt: EpochMilliseconds
  readonly now: () => EpochMilliseconds
  readonly systems: () => readonly SystemId[]
  readonly channels: Pick<Channels, 'list'>
  readonly broadcasts: Pick<Broadcasts, 'activity'>
  readonly webrtc: { view(channelId: Channel['channelId']): SfuChannelView }
  readonly recordings: { summary(systemId: SystemId): RecordingSummary }
  /** Messages that are to be sent, also those that are being sent. */
  readonly webhooksWaiting: () => number
  readonly tally: Tally
  readonly diskFreeBytes: () => Bytes
  readonly load: () => LoadView
  readonly processes: () => readonly ProcessLoad[]
}

export interface ChannelFigures {
  readonly name: string
  readonly isOnAir: boolean
  readonly viewers: number
}

export interface Figures {
  readonly states: ReadonlyMap<ChannelState, number>
  readonly connections: { readonly rtmp: number; readonly webrtc: number }
  readonly viewers: number
  /** Of the channel whose viewers see the oldest; null where none is known. */
  readonly oldestPictureMs: Milliseconds | null
  readonly channels: readonly ChannelFigures[]
  readonly archive: Pick<RecordingSummary, 'recording' | 'pendingBytes' | 'failing'>
}

export function figuresOf(sources: FigureSources): Figures {
  const { systems, channels, broadcasts, webrtc, recordings, now } = sources
  const looked = systems()
    .flatMap((systemId) => channels.list(systemId))
    .map((channel) => {
      const activity = broadcasts.activity(channel.channelId)
      const open = activity.connections.filter(({ endedAt, kind }) => endedAt === null && kind === 'rtmp')
      return {
        state: channelState(activity, now(), 0).state,
        rtmp: open.length,
        webrtc: channel.kind === 'rtmp' ? 0 : webrtc.view(channel.channelId).connections.length,
        name: channel.name,
        isOnAir: activity.onAirSince !== null,
        viewers: activity.viewers,
        pictureMs: pictureAge(activity, renditionsOf(channel), now())?.ms ?? null,
      }
    })
  const ages = looked.flatMap(({ pictureMs }) => pictureMs ?? [])
  const archives = systems().map((systemId) => recordings.summary(systemId))
  return {
    states: new Map(
      channelStates.options.map((state) => [state, looked.filter((one) => one.state === state).length]),
    ),
    connections: {
      rtmp: sum(looked.map(({ rtmp }) => rtmp)),
      webrtc: sum(looked.map((one) => one.webrtc)),
    },
    viewers: sum(looked.map(({ viewers }) => viewers)),
    oldestPictureMs: ages.length === 0 ? null : Math.max(...ages),
    channels: looked.map(({ name, isOnAir, viewers }) => ({ name, isOnAir, viewers })),
    archive: {
      recording: sum(archives.map(({ recording }) => recording)),
      pendingBytes: sum(archives.map(({ pendingBytes }) => pendingBytes)),
      failing: sum(archives.map(({ failing }) => failing)),
    },
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
