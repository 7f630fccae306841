/** Incidents, as the engine tells them: one list for control room, navigation and status bar. */
import { useSyncExternalStore } from 'react'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import { api, call } from './client.ts'
import { getLive, subscribeLive } from './events/store.ts'

const NONE: readonly IncidentView[] = []

/** Those that go on, then those that nobody has taken note of, each newest first; as last known, without contact. */
export const useIncidents = (): readonly IncidentView[] =>
  useSyncExternalStore(subscribeLive, () => getLive().state?.engine.incidents ?? NONE)

/** Whether viewers miss something now. */
export const useOpenIncident = (): boolean => useIncidents().some(({ overAt }) => overAt === null)

/** How many nobody has taken note of. */
export const useUnacknowledged = (): number =>
  useIncidents().filter(({ acknowledged }) => acknowledged === null).length

/** @throws ApiError NOT_FOUND where it is no longer kept */
export const acknowledgeIncident = (id: string) => call(api.incidents.acknowledge, { params: { id } })
