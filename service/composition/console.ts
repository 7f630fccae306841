import { createHash } from 'node:crypto'
import type { ComputerView } from '../contract/console/load.ts'
import type { SystemId } from '../contract/ids.ts'
import { consoleActions } from '../control/api/console/actions.ts'
import { consoleAdministration } from '../control/api/console/administration.ts'
import type { ConsoleParts } from '../control/api/console/console-parts.ts'
import { createConsoleServer } from '../control/api/console/server.ts'
import { viewAsOf } from '../control/api/console/view-as.ts'
import { listen } from '../control/api/http/server.ts'
import type { Listening } from '../control/api/http/server.ts'
import type { LiveDispatch } from '../control/api/live/dispatch.ts'
import { ingestUrl, originPlaylistUrl, signedUrl } from '../control/channel/addresses.ts'
import { TestSystems } from '../control/emulator/test-systems.ts'
import { hasOneSystem } from '../control/identity/systems.ts'
import { computerView } from '../control/load/computer.ts'
import { diagnose } from '../control/setup/diagnostics.ts'
import { portDesk } from '../control/setup/port-desk.ts'
import type { PortDesk } from '../control/setup/port-desk.ts'
import { datedBy } from '../platform/clock.ts'
import { isLoopback, playerOrigins } from '../platform/settings/hosts.ts'
import { DEFAULT_PORTS, findTrouble, transportOf } from '../platform/settings/ports.ts'
import { isProtected } from '../platform/settings/protection.ts'
import { httpUrl, localUrl, pageOrigins, pageUrl } from '../platform/settings/reach.ts'
import { openEvents } from './console-events.ts'
import { openMetrics } from './metrics.ts'
import type { OtherListeners, ServiceParts } from './parts.ts'
import { runningPorts } from './running-ports.ts'
import { openState } from './state.ts'

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
