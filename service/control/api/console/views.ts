import type {
  ChannelView,
  ConnectionView,
  PlaylistAddresses,
} from '../../../contract/console/channel-view.ts'
import type { SfuState } from '../../../contract/console/engine-view.ts'
import type { AwaitedSchedule } from '../../../contract/console/schedules.ts'
import type { ChannelId } from '../../../contract/ids.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import {
  channelPlaylistUrl,
  connectionPlaylistUrl,
  ingestServer,
  ingestUrl,
  previewUrl,
  sfuUrl,
} from '../../channel/addresses.ts'
import type { Addresses } from '../../channel/addresses.ts'
import { encryptKeyUriOf, renditionsOf } from '../../channel/channel.ts'
import type { Channel } from '../../channel/channel.ts'
import type { Channels } from '../../channel/channels.ts'
import { channelState } from '../../connection/channel-state.ts'
import { toldFindings } from '../../connection/findings.ts'
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
  /** Since when this computer keeps up with what runs; null while it does not. */
  readonly keepsUpSince: EpochMilliseconds | null
  readonly now: EpochMilliseconds
}

/** A channel as the console shows it: what was made, what runs, and what follows from both. Pure. */
export function channelView(facts: ChannelFacts): ChannelView {
  const { channel, activity, addresses, testPicture, keepsUpSince, now } = facts
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
    rtmp: channel.kind === 'rtmp' ? rtmpView(channelId, addresses) : null,
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
    findings: toldFindings(activity, renditions, testPicture ? null : keepsUpSince, now),
  }
}

function rtmpView(channelId: ChannelId, addresses: Addresses): NonNullable<ChannelView['rtmp']> {
  return {
    ingestUrl: ingestUrl(addresses, channelId),
    ingestServer: ingestServer(addresses),
    ingestKey: channelId,
    ...playlists(channelId, addresses),
  }
}

function webrtcView({ channel, sfu, addresses }: ChannelFacts): ChannelView['webrtc'] {
  if (channel.kind === 'rtmp') return null
  return {
    sfuUrl: sfuUrl(addresses),
    environment: channel.settings.environment,
    sessionId: sfu.sessionId,
    connections: sfu.connections,
    hls: channel.kind === 'webrtc-hls' ? playlists(channel.channelId, addresses) : null,
  }
}

function playlists(channelId: ChannelId, addresses: Addresses): PlaylistAddresses {
  return {
    playlistUrl: channelPlaylistUrl(addresses, channelId),
    previewUrl: previewUrl(addresses, channelId),
  }
}

function connectionView(
  channelId: ChannelId,
  connection: LiveConnection,
  addresses: Addresses,
): ConnectionView {
  const { connectionId, remoteAddress, encoder, connectedAt, playlistReadyAt, stats } = connection
  const playlistUrl =
    playlistReadyAt === null ? null : connectionPlaylistUrl(addresses, channelId, connectionId)
  return { connectionId, remoteAddress, encoder, connectedAt, playlistUrl, stats }
}

/** The newer of the last refusal and the last end. */
function lastClose({ denied, lastEnd }: ChannelActivity): ChannelView['lastClose'] {
  if (denied && (!lastEnd || denied.at >= lastEnd.at)) return denied
  return lastEnd && { reason: lastEnd.reason, said: null, failure: null, at: lastEnd.at }
}

/** The schedule that viewers wait for, as the console shows it. */
export function awaitedView(
  schedule: Schedule | null,
  channels: Pick<Channels, 'find'>,
): AwaitedSchedule | null {
  if (schedule === null) return null
  const { scheduleId, name, startsAt, endsAt } = schedule
  const channel = channels.find(schedule.systemId, schedule.channelId)
  return { scheduleId, name, startsAt, endsAt, channelId: channel?.channelId ?? null }
}

/** An SFU process as the console shows it: whoever waits for it need not know that it starts for the first time. */
export function sfuState(state: KeptState): SfuState {
  return state === 'starting' ? 'restarting' : state
}
