import type {
  ChannelView,
  ConnectionView,
  PlaylistAddresses,
} from '../../../contract/console/channel-view.ts'
import type { SfuState } from '../../../contract/console/engine-view.ts'
import type { PublishStatus } from '../../../contract/console/publishing.ts'
import type { PlannedSchedule } from '../../../contract/console/schedules.ts'
import type { ChannelId } from '../../../contract/ids.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import {
  channelPlaylistUrl,
  connectionPlaylistUrl,
  ingestServer,
  ingestUrl,
  previewUrl,
  sfuUrl,
  signedUrl,
} from '../../channel/addresses.ts'
import type { Addresses } from '../../channel/addresses.ts'
import { encryptKeyUriOf, renditionsOf } from '../../channel/channel.ts'
import type { Channel } from '../../channel/channel.ts'
import type { Channels } from '../../channel/channels.ts'
import { channelState } from '../../connection/channel-state.ts'
import { NOT_BLAMED, toldFindings } from '../../connection/findings.ts'
import type { Blamed } from '../../connection/findings.ts'
import { pictureAge } from '../../connection/picture-age.ts'
import type { ChannelActivity, LiveConnection } from '../../connection/channel-activity.ts'
import type { Schedule } from '../../schedule/schedule.ts'
import type { SfuChannelView } from '../../sfu/dependencies.ts'
import type { KeptState } from '../../workers/kept-process.ts'

/** What a channel's view is put together from. */
export interface ChannelFacts {
  readonly channel: Channel
  readonly activity: ChannelActivity
  /** Its WebRTC connections; nobody is there for RTMP channels. */
  readonly sfu: SfuChannelView
  readonly addresses: Addresses
  readonly testPicture: boolean
  /** How its store is doing; null where it is published to none. */
  readonly publish: PublishStatus | null
  /** Of the console's own player; null where the playlist is for everybody. */
  readonly previewToken: string | null
  /** For what its encoder is blamed, as far as this computer keeps up with what runs. */
  readonly blamed: Blamed
  readonly now: EpochMilliseconds
}

/** A channel as the console shows it: what was made, what runs, and what follows from both. Pure. */
export function channelView(facts: ChannelFacts): ChannelView {
  const { channel, activity, addresses, testPicture, blamed, now } = facts
  const { channelId, settings } = channel
  const renditions = renditionsOf(channel)
  const longest = Math.max(0, ...renditions.map(({ durationSeconds }) => durationSeconds))
  const state = channelState(activity, now, longest)
  return {
    channelId,
    name: channel.name,
    label: channel.label,
    kind: channel.kind,
    createdAt: channel.createdAt,
    madeVia: channel.madeVia,
    tokenName: channel.tokenName,
    renditions,
    encrypted: encryptKeyUriOf(channel) !== '',
    hasAuthWebhook: settings.auth_webhook_url !== '',
    hasEventWebhook: settings.event_webhook_url !== '',
    rtmp: channel.kind === 'rtmp' ? rtmpView(facts) : null,
    webrtc: webrtcView(facts),
    state: state.state,
    stateSince: state.since ?? channel.createdAt,
    firstSegmentInSeconds: state.firstSegmentInSeconds,
    lastClose: lastClose(activity),
    connections: activity.connections
      .filter(({ endedAt }) => endedAt === null)
      .map((connection) => connectionView(channelId, connection, addresses)),
    onAirSince: activity.onAirSince,
    pictureAge: pictureAge(activity, renditions, now),
    viewers: activity.viewers,
    testPicture,
    publish: facts.publish,
    findings: toldFindings(activity, renditions, testPicture ? NOT_BLAMED : blamed, now),
  }
}

function rtmpView(facts: ChannelFacts): NonNullable<ChannelView['rtmp']> {
  const { channel, addresses } = facts
  const { channelId } = channel
  return {
    ingestUrl: ingestUrl(addresses, channelId),
    ingestServer: ingestServer(addresses),
    ingestKey: channelId,
    ...playlists(facts),
  }
}

function webrtcView(facts: ChannelFacts): ChannelView['webrtc'] {
  const { channel, activity, sfu, addresses } = facts
  if (channel.kind === 'rtmp') return null
  return {
    sfuUrl: sfuUrl(addresses),
    environment: channel.settings.environment,
    sessionId: sfu.sessionId,
    connections: sfu.connections,
    lastMediaAt: activity.relayed?.lastMediaAt ?? null,
    hls: channel.kind === 'webrtc-hls' ? playlists(facts) : null,
  }
}

function playlists({ channel: { channelId }, addresses, previewToken }: ChannelFacts): PlaylistAddresses {
  return {
    playlistUrl: channelPlaylistUrl(addresses, channelId),
    previewUrl: signedUrl(previewUrl(addresses, channelId), previewToken),
  }
}

function connectionView(
  channelId: ChannelId,
  connection: LiveConnection,
  addresses: Addresses,
): ConnectionView {
  const { connectionId, remoteAddress, encoder, connectedAt, playlistReadyAt, lowLatency, stats } = connection
  const playlistUrl =
    playlistReadyAt === null ? null : connectionPlaylistUrl(addresses, channelId, connectionId)
  return { connectionId, remoteAddress, encoder, connectedAt, playlistUrl, lowLatency, stats }
}

/** The newer of the last refusal and the last end. */
function lastClose({ denied, lastEnd }: ChannelActivity): ChannelView['lastClose'] {
  if (denied && (!lastEnd || denied.at >= lastEnd.at)) return denied
  return lastEnd && { reason: lastEnd.reason, said: null, failure: null, unsupported: null, at: lastEnd.at }
}

/** A schedule as the engine tells it by itself. */
export function plannedView(schedule: Schedule, channels: Pick<Channels, 'find'>): PlannedSchedule {
  const { scheduleId, name, startsAt, endsAt } = schedule
  const channel = channels.find(schedule.systemId, schedule.channelId)
  return { scheduleId, name, startsAt, endsAt, channelId: channel?.channelId ?? null }
}

/** An SFU process as the console shows it: whoever waits for it need not know that it starts for the first time. */
export function sfuState(state: KeptState): SfuState {
  return state === 'starting' ? 'restarting' : state
}
