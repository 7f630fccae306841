import { createHash } from 'node:crypto'
import type { EngineView } from './contract/console/engine-view.ts'
import type { ComputerView } from './contract/console/load.ts'
import type { SystemId } from './contract/ids.ts'
import { consoleActions } from './control/api/console/actions.ts'
import { consoleAdministration } from './control/api/console/administration.ts'
import { EventStream } from './control/api/console/event-stream.ts'
import { createConsoleServer } from './control/api/console/server.ts'
import { awaitedView, channelView, sfuState } from './control/api/console/views.ts'
import { listen } from './control/api/http/server.ts'
import type { Listening } from './control/api/http/server.ts'
import type { LiveDispatch } from './control/api/live/dispatch.ts'
import type { Signaling } from './control/api/signaling/server.ts'
import { diagnose } from './control/setup/diagnostics.ts'
import { portDesk } from './control/setup/port-desk.ts'
import type { PortDesk } from './control/setup/port-desk.ts'
import { ingestUrl } from './control/channel/addresses.ts'
import type { Addresses } from './control/channel/addresses.ts'
import { SPOOL_RESERVE_BYTES } from './contract/archive.ts'
import { computerView } from './control/load/computer.ts'
import type { ServiceParts } from './service-parts.ts'
import { runningPorts } from './running-ports.ts'
import { openMetrics } from './metrics-plane.ts'
import { openState } from './state-plane.ts'
import { addressHost, isLoopback, originsOf, playerOrigins, urlAuthority } from './platform/settings/hosts.ts'
import { DEFAULT_PORTS, findTrouble } from './platform/settings/ports.ts'

/** What the console needs to know of the other listeners. */
export interface ConsoleNeeds {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly dispatch: LiveDispatch
  readonly signaling: Pick<Signaling, 'refusal' | 'accept'>
  readonly origins: () => string[]
  readonly hosts: () => string[]
  readonly address: { readonly host: string; readonly port: number }
}

/** Starts the console's server: page, API and events. */
export async function startConsole(parts: ServiceParts, needs: ConsoleNeeds): Promise<Listening> {
  const { options, control, network, person, entries } = parts
  const { addresses, dispatch, signaling, origins, hosts } = needs
  const name = addressHost(options.settings.host)
  const baseUrls = {
    option: `http://${urlAuthority(name, needs.option)}`,
    live: `http://${urlAuthority(name, needs.live)}`,
  }
  const events = openEvents(parts, needs, baseUrls)
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
      actions: consoleActions({
        dispatch,
        consoleToken: (systemId) => identity.accessTokens.ofConsole(systemId),
        channels: control.channels,
        broadcasts: control.broadcasts,
        sfu: control.fleet.sfu,
        keys: control.keys,
        testPictures: control.fleet,
        ingestUrl: (channelId) => ingestUrl(addresses, channelId),
      }),
      events,
      pictures: {
        newest: async (systemId, channelId) =>
          control.channels.listIds(systemId).includes(channelId)
            ? control.fleet.thumbnails.newest(channelId)
            : null,
      },
      signaling: {
        refusal: (remoteAddress) => signaling.refusal(remoteAddress),
        accept: (webSocket, remoteAddress, systemId) =>
          signaling.accept(webSocket, {
            remoteAddress,
            admission: control.webrtc.sessions.within(systemId),
          }),
      },
      caCertificate: network.tls.caCertificate,
      cookieName: `airdesk_${createHash('sha256').update(person.first.system.id).digest('hex').slice(0, 8)}`,
      option: { ...control, addresses: () => addresses },
      administration: consoleAdministration({
        clock: options.clock,
        identity,
        channels: control.channels,
        allowedOrigins: control.allowedOrigins,
      }),
      setup: person.setup,
      logger: options.logger,
      ...openState(parts),
      portDesk: openPortDesk(parts, needs, () => consolePort),
      diagnostics: () =>
        diagnose(options.settings, {
          version: options.layout.version,
          startedAt: parts.startedAt,
          now: options.clock.now(),
        }),
      health: control.health,
      metrics: openMetrics(parts),
      computer: (systemId) => computerOf(parts, systemId),
      incidents: control.incidents,
      webhooks: control.webhookLog,
      catchers: control.catchers,
      clock: options.clock,
      consoleBaseUrl: () => `http://${urlAuthority(name, consolePort)}`,
      requests: control.requestLogReader,
      requestLog: control.requestLog,
      recordings: control.recordings.recordings,
      destinations: control.recordings.destinations,
      onlySystem: () => identity.store.systems.list().length === 1,
      version: options.layout.version,
      optionBaseUrl: () => baseUrls.option,
      liveBaseUrl: () => baseUrls.live,
      pages: options.layout.console,
      mediaOrigins: () => [
        ...originsOf(options.settings.host, addresses.http.port),
        ...playerOrigins(control.fleet.archive.player),
      ],
    },
    { logger: options.logger, hosts, origins },
  )
  const listening = await listen(server, needs.address)
  consolePort = listening.port
  return listening
}

/** What runs on this computer, as one system is shown it. */
function computerOf({ options, control }: ServiceParts, systemId: SystemId): ComputerView {
  const { channels, broadcasts, fleet, load, processes } = control
  const ofChannels = channels.listIds(systemId).flatMap((channelId) => {
    const connections = broadcasts.activity(channelId).connections.map(({ connectionId }) => connectionId)
    return fleet.processesOf(channelId, connections).map((pid) => [pid, channelId] as const)
  })
  return computerView({
    ...{ now: options.clock.now(), load, processes: processes.list() },
    ...{ channels: new Map(ofChannels), spare: fleet.spareProcess },
  })
}

/** Where everything listens now, and what else may be chosen. */
function openPortDesk(parts: ServiceParts, needs: ConsoleNeeds, consolePort: () => number): PortDesk {
  const { options, control } = parts
  const { host, portMode, portOverrides } = options.settings
  return portDesk({
    setup: control.setup,
    usual: DEFAULT_PORTS,
    fixed: portOverrides,
    host,
    reach: isLoopback(host) ? 'loopback' : 'network',
    anyFree: portMode === 'auto',
    running: () => runningPorts(parts, { ...needs, console: consolePort() }),
    findTrouble: (name, port, except) => findTrouble(name, port, { host, except }),
  })
}

/** The console's events: everything that a console shows reports to them. */
function openEvents(
  { options, stack, control, disk, startedAt }: ServiceParts,
  needs: ConsoleNeeds,
  baseUrls: { readonly option: string; readonly live: string },
): EventStream {
  const { clock, layout } = options
  const { channels, broadcasts, webrtc, fleet, webhookLog, recordings, schedules, incidents, load } = control
  const { addresses } = needs
  const engine = (systemId: SystemId): EngineView => ({
    version: layout.version,
    now: clock.now(),
    startedAt,
    ingest: fleet.ingestState === 'running' ? 'running' : 'restarting',
    sfu: [sfuState(fleet.sfu.state(0)), sfuState(fleet.sfu.state(1))],
    ports: {
      rtmp: addresses.rtmp.port,
      https: addresses.https.port,
      signaling: addresses.signaling.port,
      sfu: [fleet.sfu.port(0), fleet.sfu.port(1)],
      option: needs.option,
      live: needs.live,
    },
    liveBaseUrl: baseUrls.live,
    optionBaseUrl: baseUrls.option,
    diskFreeBytes: disk.freeBytes(),
    load: load.view(),
    archive: { ...recordings.summary(systemId), reserveBytes: SPOOL_RESERVE_BYTES },
    webhooks: webhookLog.failing(systemId),
    // Whose key it was to be is not known.
    unknownKey: control.identity.store.systems.list().length === 1 ? control.publishers.unknownKey() : null,
    awaited: awaitedView(schedules.awaited(systemId), channels),
    incidents: incidents.listed(systemId),
  })
  const events = new EventStream(
    {
      engine,
      channels: (systemId) =>
        channels.list(systemId).map((channel) =>
          channelView({
            channel,
            activity: broadcasts.activity(channel.channelId),
            sfu: webrtc.sessions.view(channel.channelId),
            addresses,
            testPicture: fleet.testPictureRunning(channel.channelId),
            keepsUpSince: load.keepsUpSince,
            now: clock.now(),
          }),
        ),
    },
    clock,
  )
  const changed = () => events.changed()
  stack.defer(channels.onChange(changed))
  stack.defer(broadcasts.onChange(changed))
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
  stack.defer(incidents.onChange(changed))
  stack.defer(fleet.onTestPicture(changed))
  stack.defer(fleet.onIngestState(changed))
  stack.defer(webrtc.sessions.onChange(changed))
  stack.defer(recordings.onChange(changed))
  stack.defer(fleet.sfu.onState(changed))
  return events
}
