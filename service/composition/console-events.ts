import { SPOOL_RESERVE_BYTES } from '../contract/archive.ts'
import type { EngineView } from '../contract/console/engine-view.ts'
import type { ChannelId, SystemId } from '../contract/ids.ts'
import { EventStream } from '../control/api/console/event-stream.ts'
import type { ConsoleSource } from '../control/api/console/event-stream.ts'
import { inRuleTime } from '../control/api/console/rule-time.ts'
import { channelView, plannedView, sfuState } from '../control/api/console/views.ts'
import type { ChannelFacts } from '../control/api/console/views.ts'
import type { Channel } from '../control/channel/channel.ts'
import { hasOneSystem } from '../control/identity/systems.ts'
import type { Schedule } from '../control/schedule/schedule.ts'
import { aheadOf } from '../platform/clock.ts'
import { emulatorView } from './emulator.ts'
import type { OtherListeners, ServiceParts } from './parts.ts'

/** Known once they listen. */
type Known = () => OtherListeners

/** The console's events: everything that a console shows reports to them. */
export function openEvents(
  { options, machine, stack, control, emulator, disk, startedAt }: ServiceParts,
  known: Known,
  baseUrls: { readonly option: () => string; readonly live: () => string },
): EventStream {
  const { clock, layout } = options
  const { channels, broadcasts, webrtc, fleet, webhookLog, recordings, schedules, incidents, load } = control
  const planned = (schedule: Schedule | null) => schedule && plannedView(schedule, channels)
  const isOnAirSince = (channelId: ChannelId) => {
    const since = broadcasts.activity(channelId).onAirSince
    return since === null ? null : since + aheadOf(clock, machine)
  }
  const engine = (systemId: SystemId): EngineView => ({
    ...{ liveBaseUrl: baseUrls.live(), optionBaseUrl: baseUrls.option() },
    ports: portsOf(known(), fleet),
    version: layout.version,
    now: clock.now(),
    startedAt,
    ingest: fleet.ingestState === 'running' ? 'running' : 'restarting',
    sfu: [sfuState(fleet.sfu.state(0)), sfuState(fleet.sfu.state(1))],
    diskFreeBytes: disk.freeBytes(),
    load: load.view(),
    archive: { ...recordings.summary(systemId), reserveBytes: SPOOL_RESERVE_BYTES },
    webhooks: webhookLog.failing(systemId),
    // Whose key it was to be is not known.
    unknownKey: hasOneSystem(control.identity.store) ? control.publishers.unknownKey() : null,
    awaited: planned(schedules.aroundNow.awaited(systemId)),
    soon: planned(schedules.aroundNow.soon(systemId)),
    overrun: schedules.aroundNow.overrun(systemId, isOnAirSince).map((one) => plannedView(one, channels)),
    incidents: incidents.listed(systemId),
    emulator: emulatorView(emulator),
  })
  const events = new EventStream(
    {
      engine,
      ...channelsOf({ options, machine, control }, known),
    },
    machine,
  )
  const changed = () => events.changed()
  const channelChanged = (channelId: ChannelId) => events.changed(channelId)
  stack.defer(channels.onChange(channelChanged))
  stack.defer(broadcasts.onChange(channelChanged))
  stack.defer(
    broadcasts.onLevels((systemId, levels) =>
      events.levels(
        systemId,
        levels.map(({ channelId, peaksDb: [left, right] }) => [
          channelId,
          Math.round(left),
          Math.round(right),
        ]),
      ),
    ),
  )
  if (emulator) stack.defer(emulator.clock.onChange(changed))
  stack.defer(incidents.onChange(changed))
  stack.defer(fleet.onTestPicture(channelChanged))
  stack.defer(fleet.onIngestState(changed))
  stack.defer(webrtc.sessions.onChange(channelChanged))
  control.playlistAddresses.onChange(channelChanged)
  stack.defer(recordings.onChange(changed))
  stack.defer(control.publishing.onChange(changed))
  stack.defer(fleet.sfu.onState(changed))
  if (emulator) stack.defer(emulator.faults.onChange(changed))
  return events
}

/** The channels as the stream of events asks for them. */
function channelsOf(
  { options: { clock }, machine, control }: Pick<ServiceParts, 'options' | 'machine' | 'control'>,
  known: Known,
): Omit<ConsoleSource, 'engine'> {
  const { channels, broadcasts, webrtc, fleet, load } = control
  const view = (channel: Channel) => {
    const { channelId } = channel
    const facts: ChannelFacts = {
      channel,
      activity: broadcasts.activity(channelId),
      sfu: webrtc.sessions.view(channelId),
      addresses: known().addresses,
      testPicture: fleet.testPictureRunning(channelId),
      publish: control.publishing.statusOf(channel),
      previewToken: control.playlistAddresses.forPreview(channel),
      blamed: load.blamed,
      now: machine.now(),
    }
    return inRuleTime(channelView(facts), aheadOf(clock, machine))
  }
  return {
    *channels(systemId) {
      for (const channel of channels.each(systemId)) yield view(channel)
    },
    channel(systemId, channelId) {
      const channel = channels.find(systemId, channelId)
      return channel && view(channel)
    },
    moving: (systemId) =>
      channels
        .listIds(systemId)
        .filter((id) => broadcasts.isKnown(id) || fleet.testPictureRunning(id) || webrtc.sessions.isOpen(id)),
  }
}

const portsOf = (
  { addresses, option, live }: OtherListeners,
  { sfu }: ServiceParts['control']['fleet'],
): EngineView['ports'] => ({
  rtmp: addresses.rtmp.port,
  https: addresses.https.port,
  signaling: addresses.signaling.port,
  sfu: [sfu.port(0), sfu.port(1)],
  sfuFurther: sfu.furtherPorts,
  ...{ option, live },
})
