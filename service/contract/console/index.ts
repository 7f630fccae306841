/** Every route of the console's own API, by area. */
import { accessApi } from './access.ts'
import { accessTokenApi } from './access-tokens.ts'
import { auditApi } from './audit.ts'
import { catcherApi } from './catchers.ts'
import { channelApi } from './channels.ts'
import { destinationApi } from './destinations.ts'
import { documentApi } from './documents.ts'
import { emulatorClockApi } from './emulator/clock.ts'
import { emulatorFaultApi } from './emulator/faults.ts'
import { emulatorRunApi } from './emulator/runs.ts'
import { emulatorApi } from './emulator/status.ts'
import { emulatorSystemApi } from './emulator/systems.ts'
import { eventApi } from './events.ts'
import { healthApi } from './health.ts'
import { incidentApi } from './incidents.ts'
import { installationApi } from './installation.ts'
import { loadApi } from './load.ts'
import { lowLatencyApi } from './low-latency.ts'
import { metricsApi } from './metrics.ts'
import { optionApi } from './option.ts'
import { probeApi } from './probes.ts'
import { quotaApi } from './quotas.ts'
import { publishingApi } from './publishing.ts'
import { recordingApi } from './recordings.ts'
import { requestApi } from './requests.ts'
import type { Route } from './route.ts'
import { scheduleApi } from './schedules.ts'
import { sessionApi } from './session.ts'
import { setupApi } from './setup.ts'
import { signalingApi } from './signaling.ts'
import { stateApi } from './state.ts'
import { systemApi } from './system.ts'
import { userApi } from './users.ts'
import { webhookApi } from './webhooks.ts'

export const CONSOLE_API = {
  session: sessionApi,
  events: eventApi,
  channels: channelApi,
  access: accessApi,
  health: healthApi,
  incidents: incidentApi,
  load: loadApi,
  metrics: metricsApi,
  probes: probeApi,
  signaling: signalingApi,
  schedules: scheduleApi,
  destinations: destinationApi,
  recordings: recordingApi,
  publishing: publishingApi,
  lowLatency: lowLatencyApi,
  webhooks: webhookApi,
  catchers: catcherApi,
  requests: requestApi,
  documents: documentApi,
  audit: auditApi,
  users: userApi,
  accessTokens: accessTokenApi,
  system: systemApi,
  installation: installationApi,
  quotas: quotaApi,
  setup: setupApi,
  state: stateApi,
  option: optionApi,
  emulator: emulatorApi,
  emulatorClock: emulatorClockApi,
  emulatorFaults: emulatorFaultApi,
  emulatorRuns: emulatorRunApi,
  emulatorSystems: emulatorSystemApi,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Route>>>>

/** All of it in one list. */
export const CONSOLE_ROUTES: readonly Route[] = Object.values(CONSOLE_API).flatMap((area) =>
  Object.values<Route>(area),
)
