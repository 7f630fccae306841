/** Joins what a monitoring system may read with where its numbers are kept. */
import type { ConsoleParts } from '../control/api/console/console-parts.ts'
import type { FigureSources } from '../control/metrics/figures.ts'
import { metricsDoor } from '../control/api/console/metrics-door.ts'
import { aheadOf } from '../platform/clock.ts'
import { isLoopback } from '../platform/settings/hosts.ts'
import type { ServiceParts } from './parts.ts'

export function openMetrics({
  options,
  machine,
  control,
  disk,
  startedAt,
}: ServiceParts): ConsoleParts['metrics'] {
  const { settings, layout, clock } = options
  const began = startedAt - aheadOf(clock, machine)
  const { identity, webrtc, dispatcher, load, processes } = control
  const sources: FigureSources = {
    ...control,
    ...{ version: layout.version, startedAt: began, now: () => machine.now() },
    systems: () => identity.store.systems.list().map(({ id }) => id),
    webrtc: webrtc.sessions,
    webhooksWaiting: () => dispatcher.waiting,
    diskFreeBytes: () => disk.freeBytes(),
    load: () => load.view(),
    processes: () => processes.list(),
  }
  return {
    ...metricsDoor(settings.metricsToken, isLoopback(settings.host)),
    // Most services are asked for no metrics.
    read: async (accept) => {
      const { metricsText } = await import('../control/metrics/metrics.ts')
      return metricsText(sources, accept, { channels: settings.metricsChannels })
    },
  }
}
