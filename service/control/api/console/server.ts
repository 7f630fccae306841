import fastifyCookie from '@fastify/cookie'
import fastifyWebsocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { CATCHER_PATH } from '../../../contract/console/catchers.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { ServedCertificate } from '../../../platform/tls/served-certificate.ts'
import { createHttpServer } from '../http/server.ts'
import { SIGNALING_WEB_SOCKETS } from '../signaling/server.ts'
import { accessRoutes } from './routes/access-routes.ts'
import { destinationRoutes, recordingRoutes } from './routes/archive-routes.ts'
import { auditRoutes } from './routes/audit-routes.ts'
import { catcherRoutes } from './routes/catcher-routes.ts'
import { channelAccessRoutes } from './routes/channel-access-routes.ts'
import { publishingRoutes } from './routes/publishing-routes.ts'
import { channelRoutes } from './routes/channel-routes.ts'
import { emulatorClockRoutes } from './routes/emulator/clock-routes.ts'
import { emulatorFaultRoutes } from './routes/emulator/faults-routes.ts'
import { emulatorRunRoutes } from './routes/emulator/runs-routes.ts'
import { emulatorRoutes } from './routes/emulator/status-routes.ts'
import { emulatorSystemRoutes } from './routes/emulator/systems-routes.ts'
import { consoleForm } from './error-form.ts'
import { eventRoutes } from './routes/events-route.ts'
import type { ConsoleHandlers } from './handlers.ts'
import { healthRoutes } from './routes/health-routes.ts'
import { incidentRoutes } from './routes/incident-routes.ts'
import { loadRoutes } from './routes/load-routes.ts'
import { lowLatencyRoutes } from './routes/low-latency-routes.ts'
import { metricsRoutes } from './routes/metrics-routes.ts'
import { mountConsole } from './mount.ts'
import { openapiRoutes } from './routes/openapi-routes.ts'
import { optionRoutes } from './routes/option-routes.ts'
import { pagePolicy, pageRoutes } from './pages.ts'
import type { ConsoleParts } from './console-parts.ts'
import { requestLogRoutes } from './routes/request-log-routes.ts'
import { scheduleRoutes } from './routes/schedule-routes.ts'
import { probeRoutes } from './routes/probe-routes.ts'
import { requireOwnPage } from './session.ts'
import { sessionRoutes } from './routes/session-routes.ts'
import { quotaRoutes } from './routes/quota-routes.ts'
import { installationRoutes, systemRoutes } from './routes/settings-routes.ts'
import { setupRoutes } from './routes/setup-routes.ts'
import { logTriedCalls } from './tried-calls.ts'
import { signalingRoutes } from './routes/signaling-route.ts'
import { stateRoutes } from './routes/state-routes.ts'
import { userRoutes } from './routes/user-routes.ts'
import { webhookRoutes } from './routes/webhook-routes.ts'

export interface ConsoleServerOptions {
  readonly logger: Logger
  readonly hosts: () => readonly string[]
  /** The console's own origins. */
  readonly origins: () => readonly string[]
  /** Other computers have to speak TLS; null, or left out: nobody does. */
  readonly certificate?: ServedCertificate | null
}

/** The server of the console: its page, its API and its events. */
export async function createConsoleServer(
  parts: ConsoleParts,
  options: ConsoleServerOptions,
): Promise<FastifyInstance> {
  const server = createHttpServer({ ...options, form: consoleForm, webSockets: true })
  server.addHook('onRequest', (request, reply, done) => {
    // What does not become a WebSocket ends with its answer, as below.
    if (request.headers.upgrade !== undefined) reply.header('connection', 'close')
    // Webhooks come from programs.
    if (request.routeOptions.url !== CATCHER_PATH) requireOwnPage(request)
    done()
  })
  server.addHook('onResponse', (request, _reply, done) => {
    // An upgrade that was refused before the WebSocket plugin saw it: nobody else ends its connection.
    if (request.headers.upgrade !== undefined && !request.ws) request.raw.socket.destroySoon()
    done()
  })
  const closeClients = new Set<() => void>()
  // Before the WebSocket plugin cuts them: consoles and WebRTC clients are told that the service ends.
  server.addHook('preClose', (done) => {
    parts.events.close()
    for (const close of closeClients) close()
    done()
  })
  await server.register(fastifyCookie)
  logTriedCalls(server, parts)
  await server.register(fastifyWebsocket, { options: SIGNALING_WEB_SOCKETS })
  mountConsole(server, handlersOf(parts, closeClients), parts)
  // Whoever loads the page anonymously learns no name that keeps the cookie; at that name `'self'` says the same.
  const told = () => options.origins().filter((origin) => origin !== parts.ownPage())
  await pageRoutes(server, parts, () => pagePolicy(told(), parts.mediaOrigins()))
  return server
}

function handlersOf(parts: ConsoleParts, closeClients: Set<() => void>): ConsoleHandlers {
  return {
    session: sessionRoutes(parts),
    events: eventRoutes(parts),
    channels: channelRoutes(parts),
    access: channelAccessRoutes(parts),
    publishing: publishingRoutes(parts),
    lowLatency: lowLatencyRoutes(parts),
    health: healthRoutes(parts),
    incidents: incidentRoutes(parts),
    load: loadRoutes(parts),
    metrics: metricsRoutes(parts),
    probes: probeRoutes(parts),
    signaling: signalingRoutes(parts, closeClients),
    schedules: scheduleRoutes(parts),
    destinations: destinationRoutes(parts),
    recordings: recordingRoutes(parts),
    webhooks: webhookRoutes(parts),
    catchers: catcherRoutes(parts),
    requests: requestLogRoutes(parts),
    documents: openapiRoutes(parts),
    audit: auditRoutes(parts),
    users: userRoutes(parts),
    accessTokens: accessRoutes(parts),
    system: systemRoutes(parts),
    installation: installationRoutes(parts),
    quotas: quotaRoutes(parts),
    setup: setupRoutes(parts),
    state: stateRoutes(parts),
    option: optionRoutes(parts),
    emulator: emulatorRoutes(parts),
    emulatorClock: emulatorClockRoutes(parts),
    emulatorFaults: emulatorFaultRoutes(parts),
    emulatorRuns: emulatorRunRoutes(parts),
    emulatorSystems: emulatorSystemRoutes(parts),
  }
}
