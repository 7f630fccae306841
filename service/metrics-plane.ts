/** Joins what a monitoring system may read with where its numbers are kept. */
import type { ConsoleParts } from './control/api/console/console-parts.ts'
import { metricsText } from './control/metrics/metrics.ts'
import type { FigureSources } from './control/metrics/figures.ts'
import { metricsDoor } from './control/api/console/metrics-door.ts'
import { isLoopback } from './platform/settings/hosts.ts'
import type { ServiceParts } from './service-parts.ts'

export function openMetrics({ options, control, disk, startedAt }: ServiceParts): ConsoleParts['metrics'] {
  const { settings, layout, clock } = options
  const { identity, webrtc, dispatcher, load, processes } = control
  const sources: FigureSources = {
    ...control,
    ...{ version: layout.version, startedAt, now: () => clock.now() },
    systems: () => identity.store.systems.list().map(({ id }) => id),
    webrtc: webrtc.sessions,
    webhooksWaiting: () => dispatcher.waiting,
    diskFreeBytes: () => disk.freeBytes(),
    load: () => load.view(),
    processes: () => processes.list(),
  }
  return {
    ...metricsDoor(settings.metricsToken, isLoopback(settings.host)),
    read: (accept) => metricsText(sources, accept, { channels: settings.metricsChannels }),
  }
}
