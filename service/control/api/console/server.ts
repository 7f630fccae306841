import fastifyCookie from '@fastify/cookie'
import fastifyWebsocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { CATCHER_PATH } from '../../../contract/console-catchers.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { ErrorForm } from '../http/fault.ts'
import { createHttpServer } from '../http/server.ts'
import { SIGNALING_WEB_SOCKETS } from '../signaling/server.ts'
import { accessRoutes } from './access-routes.ts'
import { installationRoutes, settingsRoutes } from './settings-routes.ts'
import { healthRoutes } from './health-routes.ts'
import { openapiRoutes } from './openapi-routes.ts'
import { actionRoutes, liveRoute } from './action-routes.ts'
import { consoleErrorForm } from './error-form.ts'
import { catcherRoutes } from './catcher-routes.ts'
import { hookRoutes } from './hook-routes.ts'
import { archiveRoutes } from './archive-routes.ts'
import { eventsRoute } from './events-route.ts'
import { optionRoutes } from './option-routes.ts'
import { pagePolicy, pageRoutes } from './pages.ts'
import { pictureRoutes } from './picture-routes.ts'
import type { ConsoleParts } from './ports.ts'
import { requestLogRoutes } from './request-log-routes.ts'
import { setupRoutes } from './setup-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { userRoutes } from './user-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'
import { stateRoutes } from './state-routes.ts'
import { requireOwnPage } from './session.ts'
import { sessionRoutes } from './session-routes.ts'
import { signalingRoute } from './signaling-route.ts'

export interface ConsoleServerOptions {
  /** The option API's. */
  readonly form: ErrorForm
  readonly logger: Logger
  readonly hosts: () => readonly string[]
  /** The console's own origins. */
  readonly origins: () => readonly string[]
}

/** The server of the console: its page, its API and its events. */
export async function createConsoleServer(
  parts: ConsoleParts,
  options: ConsoleServerOptions,
): Promise<FastifyInstance> {
  const server = createHttpServer({ ...options, form: consoleErrorForm(options.form) })
  server.addHook('onRequest', (request, _reply, done) => {
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
  await server.register(fastifyWebsocket, { options: SIGNALING_WEB_SOCKETS })
  sessionRoutes(server, parts)
  actionRoutes(server, parts)
  pictureRoutes(server, parts)
  liveRoute(server, parts)
  optionRoutes(server, parts)
  scheduleRoutes(server, parts)
  userRoutes(server, parts)
  accessRoutes(server, parts)
  settingsRoutes(server, parts)
  installationRoutes(server, parts)
  setupRoutes(server, parts)
  openapiRoutes(server, parts)
  requestLogRoutes(server, parts)
  healthRoutes(server, parts)
  webhookRoutes(server, parts)
  catcherRoutes(server, parts)
  hookRoutes(server, parts)
  archiveRoutes(server, parts)
  stateRoutes(server, parts)
  eventsRoute(server, parts)
  signalingRoute(server, parts, closeClients)
  await pageRoutes(server, parts, () => pagePolicy(options.origins(), parts.mediaOrigins()))
  return server
}
