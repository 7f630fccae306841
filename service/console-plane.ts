import { createHash } from 'node:crypto'
import type { EngineView } from './contract/console/engine-view.ts'
import type { ComputerView } from './contract/console/load.ts'
import type { ChannelId, SystemId } from './contract/ids.ts'
import { consoleActions } from './control/api/console/actions.ts'
import type { ConsoleParts } from './control/api/console/console-parts.ts'
import { consoleAdministration } from './control/api/console/administration.ts'
import { EventStream } from './control/api/console/event-stream.ts'
import type { ConsoleSource } from './control/api/console/event-stream.ts'
import { createConsoleServer } from './control/api/console/server.ts'
import { viewAsOf } from './control/api/console/view-as.ts'
import { inRuleTime } from './control/api/console/rule-time.ts'
import { channelView, plannedView, sfuState } from './control/api/console/views.ts'
import type { ChannelFacts } from './control/api/console/views.ts'
import { listen } from './control/api/http/server.ts'
import type { Listening } from './control/api/http/server.ts'
import type { LiveDispatch } from './control/api/live/dispatch.ts'
import type { Signaling } from './control/api/signaling/server.ts'
import { hasOneSystem } from './control/identity/systems.ts'
import type { Channel } from './control/channel/channel.ts'
import type { Schedule } from './control/schedule/schedule.ts'
import { diagnose } from './control/setup/diagnostics.ts'
import { portDesk } from './control/setup/port-desk.ts'
import type { PortDesk } from './control/setup/port-desk.ts'
import { ingestUrl, originPlaylistUrl, signedUrl } from './control/channel/addresses.ts'
import type { Addresses } from './control/channel/addresses.ts'
import { SPOOL_RESERVE_BYTES } from './contract/archive.ts'
import { computerView } from './control/load/computer.ts'
import { TestSystems } from './control/emulator/test-systems.ts'
import { emulatorView } from './emulator-plane.ts'
import type { ServiceParts } from './service-parts.ts'
import { runningPorts } from './running-ports.ts'
import { openMetrics } from './metrics-plane.ts'
import { openState } from './state-plane.ts'
import { aheadOf, datedBy } from './platform/clock.ts'
import { isLoopback, playerOrigins } from './platform/settings/hosts.ts'
import { DEFAULT_PORTS, findTrouble, transportOf } from './platform/settings/ports.ts'
import { isProtected } from './platform/settings/protection.ts'
import { httpUrl, localUrl, pageOrigins, pageUrl } from './platform/settings/reach.ts'

/** What the console needs to know of the other listeners. */
export interface OtherListeners {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly signaling: Pick<Signaling, 'refusal' | 'accept'>
}

export interface ConsoleNeeds {
  /** Known once `others` listen, which the console waits for before it does. */
  readonly known: () => OtherListeners
  readonly others: Promise<unknown>
  readonly dispatch: LiveDispatch
  readonly origins: () => string[]
  readonly address: { readonly host: string; readonly port: number }
}

/** Starts the console's server: page, API and events. */
export async function startConsole(parts: ServiceParts, needs: ConsoleNeeds): Promise<Listening> {
  const { options, machine, control, network, person, entries } = parts
  const { known, origins } = needs
  const { reach, certificate } = network
  const baseUrls = {
    option: () => httpUrl(reach, known().option),
    live: () => httpUrl(reach, known().live),
  }
  const events = openEvents(parts, known, baseUrls)
  const { identity } = control
  let consolePort = 0
  const server = await createConsoleServer(
    {
      door: {
        login: identity.login,
        sessions: identity.sessions,
        entries,
        owner: () => identity.store.users.find(person.first.master.id) ?? person.first.master,
      },
      actions: openActions(control, needs),
      events,
      access: control.access,
      ...{ publishing: control.publishingDesk, lowLatency: control.lowLatency },
      signedPlaylist: (channelId, token) => signedUrl(originPlaylistUrl(known().addresses, channelId), token),
      pictures: {
        newest: async (systemId, channelId) =>
          control.channels.listIds(systemId).includes(channelId)
            ? control.fleet.thumbnails.newest(channelId)
            : null,
      },
      signaling: signalingOf(control, known),
      caCertificate: network.tls.caCertificate,
      ownPage: () => (reach.consoleName === null ? null : pageUrl(reach, consolePort)),
      cookieName: `airdesk_${createHash('sha256').update(person.first.system.id).digest('hex').slice(0, 8)}`,
      option: { ...control, addresses: () => known().addresses },
      emulator: parts.emulator,
      testSystems: new TestSystems({
        ...{ clock: options.clock, ...control },
        recorder: parts.emulator?.runs.recorder ?? null,
      }),
      administration: consoleAdministration({
        clock: options.clock,
        identity,
        channels: control.channels,
        allowedOrigins: control.allowedOrigins,
        recordingFolders: control.recordingFolders,
        outgoing: control.outgoing,
        quotas: control.quotas,
        recorder: parts.emulator?.runs.recorder ?? null,
      }),
      quotas: control.quotas,
      viewAs: viewAsOf(identity),
      setup: person.setup,
      packs: control.seedPacks,
      logger: options.logger,
      ...openState(parts),
      portDesk: openPortDesk(parts, known, () => consolePort),
      diagnostics: () =>
        diagnose(options.settings, {
          version: options.layout.version,
          startedAt: parts.startedAt,
          now: options.clock.now(),
        }),
      health: control.health,
      metrics: openMetrics(parts),
      notServing: () => control.fleet.notServing,
      computer: (systemId) => computerOf(parts, systemId),
      incidents: control.incidents,
      webhooks: control.webhookLog,
      catchers: control.catchers,
      clock: datedBy(options.clock, machine),
      consoleBaseUrl: () => httpUrl(reach, consolePort),
      hookBaseUrl: () => localUrl(reach, consolePort),
      requests: control.requestLogReader,
      requestLog: control.requestLog,
      audit: control.audit,
      auditReader: control.auditReader,
      recordings: control.recordings.recordings,
      destinations: control.recordings.destinations,
      retention: control.recordings.retention,
      onlySystem: () => hasOneSystem(identity.store),
      version: options.layout.version,
      optionBaseUrl: baseUrls.option,
      liveBaseUrl: baseUrls.live,
      pages: options.layout.console,
      mediaOrigins: () => [
        ...pageOrigins({ ...reach, consoleName: null }, known().addresses.http.port),
        ...playerOrigins(control.fleet.archive.player),
      ],
    },
    {
      ...{ logger: options.logger, origins },
      hosts: () => [...reach.hosts(), ...(reach.consoleName === null ? [] : [reach.consoleName])],
      certificate: isProtected(reach.protection) ? certificate : null,
    },
  )
  const listening = await listen(server, needs.address, needs.others)
  consolePort = listening.port
  return listening
}

/** The signaling of WebRTC clients that come by the console's port. */
const signalingOf = (
  { webrtc }: ServiceParts['control'],
  known: ConsoleNeeds['known'],
): ConsoleParts['signaling'] => ({
  refusal: (remoteAddress) => known().signaling.refusal(remoteAddress),
  accept: (webSocket, { remoteAddress, systemId, isAdmitted }) =>
    known().signaling.accept(webSocket, {
      remoteAddress,
      key: null,
      admission: webrtc.sessions.within(systemId, isAdmitted),
    }),
})

function openActions(control: ServiceParts['control'], { dispatch, known }: ConsoleNeeds) {
  return consoleActions({
    dispatch,
    consoleToken: (systemId) => control.identity.accessTokens.ofConsole(systemId),
    channels: control.channels,
    broadcasts: control.broadcasts,
    sfu: control.fleet.sfu,
    keys: control.keys,
    testPictures: control.fleet,
    ingestUrl: (channelId) => ingestUrl(known().addresses, channelId),
  })
}

/** What runs on this computer, as one system is shown it. */
function computerOf({ machine, control }: ServiceParts, systemId: SystemId): ComputerView {
  const { channels, broadcasts, fleet, load, processes } = control
  const ofChannels = channels.listIds(systemId).flatMap((channelId) => {
    const connections = broadcasts.activity(channelId).connections.map(({ connectionId }) => connectionId)
    return fleet.processesOf(channelId, connections).map((pid) => [pid, channelId] as const)
  })
  return computerView({
    ...{ now: machine.now(), load, processes: processes.list() },
    ...{ channels: new Map(ofChannels), spare: fleet.spareProcess },
  })
}

/** Where everything listens now, and what else may be chosen. */
function openPortDesk(
  parts: ServiceParts,
  known: ConsoleNeeds['known'],
  consolePort: () => number,
): PortDesk {
  const { options, control, network } = parts
  const { host, portMode, portOverrides } = options.settings
  return portDesk({
    setup: control.setup,
    usual: DEFAULT_PORTS,
    fixed: portOverrides,
    host,
    reach: isLoopback(host) ? 'loopback' : 'network',
    protection: options.settings.protection.kind,
    isAuthorityNew: network.tls.isAnew,
    anyFree: portMode === 'auto',
    running: () => runningPorts(parts, { ...known(), console: consolePort() }),
    alsoOurs: (name) =>
      transportOf(name) === 'udp' ? control.fleet.sfu.furtherPorts.map(({ port }) => port) : [],
    findTrouble: (name, port, except) => findTrouble(name, port, { host, except }),
  })
}

/** The channels as the stream of events asks for them. */
function channelsOf(
  { options: { clock }, machine, control }: Pick<ServiceParts, 'options' | 'machine' | 'control'>,
  known: ConsoleNeeds['known'],
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

/** The console's events: everything that a console shows reports to them. */
function openEvents(
  { options, machine, stack, control, emulator, disk, startedAt }: ServiceParts,
  known: ConsoleNeeds['known'],
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
    awaited: planned(schedules.awaited(systemId)),
    soon: planned(schedules.soon(systemId)),
    overrun: schedules.overrun(systemId, isOnAirSince).map((one) => plannedView(one, channels)),
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
