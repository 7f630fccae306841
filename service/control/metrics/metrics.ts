import { Counter, Gauge, Registry } from 'prom-client'
import type { OpenMetricsContentType } from 'prom-client'
import { ATTEMPT_RESULTS } from './tally.ts'
import { figuresOf } from './figures.ts'
import type { FigureSources } from './figures.ts'

type Labels = Readonly<Record<string, string>>
/** One value with its labels. */
type Sample = readonly [value: number, labels?: Labels]

/** What is sent to who asks for it, with its Content-Type. */
export interface Exposition {
  readonly contentType: string
  readonly text: string
}

export interface MetricsOptions {
  /** True: the names of channels are told too, with what is measured of each. */
  readonly channels: boolean
}

/** Prometheus says first what it likes best; who asks for neither gets the text format. */
const OPEN_METRICS = /application\/openmetrics-text/

/**
 * All numbers as of now, by the naming conventions of Prometheus: base units, `_total` for what only grows.
 * Numbers that are not known are left out. Each answer is made anew from where the numbers are kept: nothing
 * is counted here, and two who ask at once do not meet.
 * @param accept the Accept header
 */
export async function metricsText(
  sources: FigureSources,
  accept: string,
  { channels }: MetricsOptions,
): Promise<Exposition> {
  const registry = OPEN_METRICS.test(accept) ? openMetrics() : new Registry()
  fill(registry, sources, channels)
  return { contentType: registry.contentType, text: await registry.metrics() }
}

function openMetrics(): Registry<OpenMetricsContentType> {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  return registry
}

function fill(
  registry: Registry | Registry<OpenMetricsContentType>,
  sources: FigureSources,
  withChannels: boolean,
): void {
  const labelsOf = (samples: readonly Sample[]) => Object.keys(samples[0]?.[1] ?? {})
  const gauge = (name: string, help: string, samples: readonly Sample[]) => {
    const one = new Gauge({ name, help, labelNames: labelsOf(samples), registers: [registry] })
    // What has the same labels is of the same kind.
    for (const [value, labels = {}] of samples) one.inc(labels, value)
  }
  const counter = (name: string, help: string, samples: readonly Sample[]) => {
    const one = new Counter({ name, help, labelNames: labelsOf(samples), registers: [registry] })
    for (const [value, labels = {}] of samples) one.inc(labels, value)
  }
  const { version, startedAt, tally, webhooksWaiting, diskFreeBytes } = sources
  const { states, connections, viewers, oldestPictureMs, archive, channels } = figuresOf(sources)

  gauge('airdesk_build_info', 'Always 1; the version is a label.', [[1, { version }]])
  gauge('airdesk_start_time_seconds', 'When the service started, since 1970.', [[startedAt / 1000]])
  gauge(
    'airdesk_channels',
    'Channels by state.',
    [...states].map(([state, count]) => [count, { state }]),
  )
  gauge('airdesk_connections', 'Open connections of encoders and WebRTC clients.', [
    [connections.rtmp, { protocol: 'rtmp' }],
    [connections.webrtc, { protocol: 'webrtc' }],
  ])
  gauge('airdesk_viewers', 'Viewers of all channels.', [[viewers]])
  if (oldestPictureMs !== null)
    gauge('airdesk_picture_age_seconds', 'How long ago what viewers see happened, of the oldest.', [
      [oldestPictureMs / 1000],
    ])
  counter('airdesk_ingest_received_bytes_total', 'Media that was received to make playlists of.', [
    [tally.ingestBytes],
  ])
  counter(
    'airdesk_webhook_attempts_total',
    'Attempts to send webhooks, of questions too, by result.',
    ATTEMPT_RESULTS.map((result) => [tally.attempts(result), { result }]),
  )
  gauge('airdesk_webhook_queue_messages', 'Event webhooks that wait or are being sent.', [
    [webhooksWaiting()],
  ])
  gauge('airdesk_recordings_active', 'Recordings that are being made.', [[archive.recording]])
  gauge('airdesk_recordings_pending_bytes', 'Recorded, and not in its store yet.', [[archive.pendingBytes]])
  gauge('airdesk_archive_destinations_failing', 'Destinations whose uploads wait after failures.', [
    [archive.failing],
  ])
  gauge('airdesk_disk_free_bytes', 'Free where the data is kept.', [[diskFreeBytes()]])
  fillLoad(gauge, sources)
  if (!withChannels) return
  const named = (of: (channel: (typeof channels)[number]) => number): Sample[] =>
    channels.filter(({ name }) => name !== '').map((channel) => [of(channel), { channel: channel.name }])
  gauge(
    'airdesk_channel_on_air',
    '1 while viewers can see the channel.',
    named(({ isOnAir }) => Number(isOnAir)),
  )
  gauge(
    'airdesk_channel_viewers',
    'Viewers of the channel.',
    named((channel) => channel.viewers),
  )
}

function fillLoad(
  gauge: (name: string, help: string, samples: readonly Sample[]) => void,
  { load, processes }: Pick<FigureSources, 'load' | 'processes'>,
): void {
  const { cpu, memoryBytes, memoryFreeBytes, overload } = load()
  if (cpu !== null)
    gauge('airdesk_host_cpu_ratio', 'Share of all cores that is busy, with anything.', [[cpu]])
  gauge('airdesk_host_memory_bytes', 'Memory of this computer, or of its container.', [[memoryBytes]])
  gauge('airdesk_host_memory_available_bytes', 'What programs could still be given.', [[memoryFreeBytes]])
  gauge(
    'airdesk_host_overloaded',
    '1 while this computer is too busy for what runs.',
    (['cpu', 'memory'] as const).map((resource) => [Number(overload?.of === resource), { resource }]),
  )
  const known = (of: 'cpu' | 'memoryBytes'): Sample[] =>
    processes().flatMap((one): Sample[] => {
      const value = one[of]
      return value === null ? [] : [[value, { process: one.name }]]
    })
  const [shares, sizes] = [known('cpu'), known('memoryBytes')]
  if (shares.length > 0)
    gauge('airdesk_process_cpu_ratio', 'Share of all cores, by all processes of a kind.', shares)
  if (sizes.length > 0)
    gauge('airdesk_process_resident_memory_bytes', 'Memory of all processes of a kind.', sizes)
  gauge(
    'airdesk_processes',
    'Processes that run, by kind.',
    processes().map((one): Sample => [1, { process: one.name }]),
  )
}
