import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SPOOL_RESERVE_BYTES } from '../contract/archive.ts'
import { createLiveDispatch } from '../control/api/live/dispatch.ts'
import { startLiveApi } from '../control/api/live/server.ts'
import { startOptionApi } from '../control/api/option/server.ts'
import type { Listening } from '../control/api/http/server.ts'
import { startSignaling } from '../control/api/signaling/server.ts'
import type { Signaling } from '../control/api/signaling/server.ts'
import type { Addresses } from '../control/channel/addresses.ts'
import { openAliases } from './aliases.ts'
import { startConsole } from './console.ts'
import { faultsOfListeners } from './emulator.ts'
import type { OtherListeners, ServiceParts } from './parts.ts'
import { allOrFirstError } from '../platform/all-or-first-error.ts'
import { addressHost, isLoopback } from '../platform/settings/hosts.ts'
import { isAnyPort } from '../platform/settings/ports.ts'
import type { Ports } from '../platform/settings/ports.ts'
import { isProtected } from '../platform/settings/protection.ts'
import { pageOrigins } from '../platform/settings/reach.ts'

/** Where everything is reached. */
export interface Reached {
  readonly addresses: Addresses
  readonly option: number
  readonly live: number
  readonly console: number
  /** The proxy that leads other host names here; null where there are none. */
  readonly aliasProxy: number | null
}

/**
 * Starts the ingest process, the origin, the SFU process and every listener of the service, the console last. While
 * the processes start, the servers of the listeners are made.
 * @throws the first error of any; the others are put on the stack and end with it
 */
export async function startListening(parts: ServiceParts): Promise<Reached> {
  const { options, stack, control, network } = parts
  const { settings, logger, clock } = options
  const { host } = settings
  const { ports } = network.chosen
  const at = (name: keyof Ports) => ({ host, port: ports[name] })
  const closing = <T extends { close(): Promise<void> }>(listening: T): T => {
    stack.defer(() => listening.close())
    return listening
  }
  const { reach } = network
  const hosts = () => reach.hosts()
  let console: Listening | null = null
  const named = settings.aliases.filter(({ target }) => target === 'console')
  const pages = named.map(({ name }) => `https://${name}`)
  const origins = () => (console ? [...pageOrigins(reach, console.port), ...pages] : [])
  let addresses: Addresses | null = null
  const reached = () => {
    // No request comes before everything listens: the last listener to start is the one that asks.
    if (!addresses) throw new Error('asked for an address before the ingest process listens')
    return addresses
  }
  const idempotency = {
    clock,
    transactions: control.transactions,
    keys: control.idempotencyKeys,
    fingerprint: (text: string) => options.secrets.fingerprint(text),
  }
  const dispatch = createLiveDispatch({
    channels: control.channels,
    broadcasts: control.broadcasts,
    playlistAddresses: control.playlistAddresses,
    encryptionKeys: control.keys,
    addresses: reached,
    logger,
    archive: control.archive,
    sfu: control.webrtc.sessions,
    scheduleOwner: (systemId) => control.identity.accessTokens.first(systemId),
    idempotency,
    audit: control.audit,
  })
  const faults = faultsOfListeners(parts.emulator, control)
  const media = allOrFirstError([startIngest(parts), startSfu(parts)])
  // Whoever waits for it below hears of it.
  media.catch(() => undefined)
  // What the processes are asked for is on its way before this one is busy.
  await setImmediate()
  const reachable = media.then(async ([ingest]) => {
    const webrtc = await startWebrtc(parts, ingest, faults)
    addresses = webrtc.addresses
    return webrtc
  })
  const { identity } = control
  const shared = {
    hosts,
    origins: () => [...origins(), ...control.allowedOrigins.current()],
    logger,
    clock,
    requestLog: control.requestLog,
    ear: parts.emulator?.runs.ear ?? null,
    certificate: isProtected(reach.protection) ? network.certificate : null,
    quotas: control.quotas,
    after: reachable,
  }
  let known: OtherListeners | null = null
  const others = allOrFirstError([
    reachable,
    startOptionApi({
      address: at('option'),
      parts: { ...control, addresses: reached },
      sessions: identity.sessions,
      idempotency,
      audit: control.audit,
      faults: faults?.option ?? null,
      ...shared,
    }).then(closing),
    startLiveApi({
      ...{ address: at('live'), accessTokens: identity.accessTokens, dispatch, audit: control.audit },
      faults: faults?.live ?? null,
      ...shared,
    }).then(closing),
  ]).then(([webrtc, option, live]) => (known = { ...webrtc, option: option.port, live: live.port }))
  const [all, page] = await allOrFirstError([
    others,
    startConsole(parts, {
      ...{ others, dispatch, origins, address: at('console') },
      known: () => {
        if (!known) throw new Error('asked for the other listeners before they listen')
        return known
      },
    }).then((listening) => (console = closing(listening))),
  ])
  const reachedNow = { ...all, console: page.port }
  control.outgoing.listening(() => ({ ports: ownPorts(parts, reachedNow), console: page.port }))
  configureArchive(parts, origins)
  const aliasProxy = await openAliases(parts, reachedNow)
  return { ...reachedNow, aliasProxy }
}

/** TCP ports of everything that listens, the player of recordings included once it does. */
function ownPorts({ control }: ServiceParts, { addresses, ...apis }: Omit<Reached, 'aliasProxy'>): number[] {
  const { rtmp, https, http, signaling } = addresses
  const others = [rtmp, https, http, signaling].map(({ port }) => port)
  const player = control.fleet.archive.player?.port ?? 0
  return [apis.option, apis.live, apis.console, ...others, player].filter((port) => port > 0)
}

/** The archive process is started when it is needed; pages of the console play what it serves. */
function configureArchive({ options, control, network }: ServiceParts, origins: () => string[]): void {
  const { host, azblobEndpoint, gsEndpoint } = options.settings
  const player = {
    host: isLoopback(host) ? host : '127.0.0.1',
    port: network.chosen.ports.player,
    orAny: isAnyPort(options.settings, 'player'),
  }
  control.fleet.archive.configure({
    ...{ azblobEndpoint, gsEndpoint, player, origins },
    ownPorts: () => control.outgoing.ownPorts,
  })
}

async function startIngest({
  options,
  control,
  emulator,
  network,
}: ServiceParts): Promise<Omit<Addresses, 'signaling'>> {
  const { host, dataDir, originProcesses, originMemoryBytes } = options.settings
  const { reach } = network
  const { ports } = network.chosen
  control.incidents.recover()
  control.publishers.recover()
  control.recordings.start()
  control.publishing.start()
  const bound = await control.fleet.start(
    {
      rtmp: { host, port: ports.rtmp },
      https: { host, port: ports.media },
      http: { host, port: ports['media-http'] },
      certificate: network.certificate,
      protectHttp: isProtected(reach.protection),
      names: reach.hosts(),
      hlsDirectory: join(dataDir, 'hls'),
      ...(originProcesses !== null && { originProcesses }),
      originMemoryBytes,
      spoolReserveBytes: SPOOL_RESERVE_BYTES,
      channels: () => control.channelRepository.listAllIds(),
      gate: () => ({
        ...control.playlistAddresses.gate(),
        ...(emulator && { clock: emulator.clock.rules.reading }),
      }),
    },
    async (request, run) => {
      const reply = await control.publishers.authorize(request, run)
      if (!reply.allow) emulator?.runs.ear.ended(reply.closeReason)
      return reply
    },
  )
  return {
    rtmp: { host: reach.name, port: bound.rtmpPort },
    https: { host: reach.name, port: bound.httpsPort },
    // Pages that are open elsewhere know it by the address that they came from.
    http: { host: addressHost(host), port: bound.httpPort },
  }
}

async function startSfu({ options, control, network }: ServiceParts): Promise<void> {
  const { settings } = options
  const { ports } = network.chosen
  control.webrtc.sessions.recover()
  await control.fleet.sfu.start({
    listen: network.mediaListen,
    ports: [ports.sfu, ports['sfu-verification']],
    orAny: [isAnyPort(settings, 'sfu'), isAnyPort(settings, 'sfu-verification')],
    ...(settings.sfuProcesses !== null && { processes: settings.sfuProcesses }),
    ...(settings.sfuSpreadFrom !== undefined && {
      spread: { connections: settings.sfuSpreadFrom, full: 0.01, room: Infinity },
    }),
  })
}

/** Lets clients of WebRTC in; @returns where all that is of media is reached */
async function startWebrtc(
  { options, machine, stack, control, emulator, network }: ServiceParts,
  ingest: Omit<Addresses, 'signaling'>,
  faults: ReturnType<typeof faultsOfListeners>,
): Promise<{ readonly addresses: Addresses; readonly signaling: Signaling }> {
  const { settings, logger } = options
  const signaling = await startSignaling({
    address: { host: settings.host, port: network.chosen.ports.signaling },
    certificate: network.certificate,
    hosts: () => network.reach.hosts(),
    clock: machine,
    logger,
    admission: control.webrtc.sessions,
    faults: faults?.signaling ?? null,
    ear: emulator?.runs.ear ?? null,
  })
  stack.defer(() => signaling.close())
  const addresses: Addresses = {
    ...{ ...ingest, signaling: { host: network.reach.name, port: signaling.port } },
    published: (channelId) => control.publishing.baseOf(channelId),
  }
  control.webrtc.reachedAt(addresses)
  return { addresses, signaling }
}
