import { expect, it } from 'vitest'
import type { SystemId } from '../../contract/ids.ts'
import type { Channel } from '../channel/channel.ts'
import type { ChannelActivity, LiveConnection } from '../connection/channel-activity.ts'
import type { FigureSources } from './figures.ts'
import { metricsText } from './metrics.ts'
import { Tally } from './tally.ts'

const NOW = 1_800_000_000_000
const NOTHING: ChannelActivity = {
  ...{ connections: [], authorisingSince: null, denied: null, lastEnd: null },
  ...{ sendingSince: null, onAirSince: null, viewers: 0 },
}
const channel = (channelId: string, name: string, kind: Channel['kind'] = 'rtmp') =>
  ({
    ...{ channelId, name, kind },
    settings: kind === 'webrtc' ? {} : { hls: [{ durationSeconds: 2, startTimeOffset: -6 }] },
  }) as unknown as Channel
const GATE = 'Gate "A" \\ 1\n二'
const channels = [channel('SECRET1', GATE), channel('SECRET2', ''), channel('SECRET3', 'Web', 'webrtc')]
const live = {
  ...{ endedAt: null, kind: 'rtmp', connectedAt: NOW - 1000 },
  stats: { listed: { until: NOW - 100, afterMs: 100, growthMs: 0 } },
} as unknown as LiveConnection
const activities: Record<string, ChannelActivity> = {
  SECRET1: { ...NOTHING, connections: [live], onAirSince: NOW - 500, viewers: 7 },
}
const sources: FigureSources = {
  ...{ version: '1.2.3', startedAt: NOW - 5000, now: () => NOW },
  systems: () => ['S' as SystemId, 'T' as SystemId],
  channels: { list: (systemId) => (systemId === 'S' ? channels : []) },
  broadcasts: { activity: (id) => activities[id] ?? NOTHING },
  webrtc: { view: () => ({ sessionId: null, connections: [{}, {}] }) as never },
  recordings: {
    summary: () => ({ recording: 1, recordingBps: 5, pendingBytes: 1000, failing: 2 }),
  },
  webhooksWaiting: () => 4,
  tally: new Tally(),
  diskFreeBytes: () => 9e9,
  load: () => ({
    ...{ cores: 8, cpu: null, memoryBytes: 16e9, memoryFreeBytes: 4e9, cpuLimit: 0.85 },
    overload: { since: 0, of: 'memory' },
  }),
  processes: () => [
    { name: 'control', pid: 1, cpu: 0.02, memoryBytes: 3e8 },
    { name: 'transcode', pid: 2, cpu: 0.5, memoryBytes: 1e9 },
    { name: 'transcode', pid: 3, cpu: 0.25, memoryBytes: 1e9 },
    { name: 'archive', pid: 4, cpu: null, memoryBytes: null },
  ],
}
const read = (accept = '', withChannels = false) => metricsText(sources, accept, { channels: withChannels })

it('tells everything as of now in the text format, and no channel', async () => {
  const { contentType, text } = await read()
  expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const line of [
    'airdesk_build_info{version="1.2.3"} 1',
    `airdesk_start_time_seconds ${(NOW - 5000) / 1000}`,
    'airdesk_channels{state="idle"} 2',
    'airdesk_channels{state="no-signal"} 0',
    'airdesk_connections{protocol="rtmp"} 1',
    'airdesk_connections{protocol="webrtc"} 2',
    'airdesk_viewers 7',
    'airdesk_picture_age_seconds 7.1',
    '# TYPE airdesk_ingest_received_bytes_total counter',
    'airdesk_ingest_received_bytes_total 0',
    'airdesk_webhook_attempts_total{result="delivered"} 0',
    'airdesk_webhook_queue_messages 4',
    'airdesk_recordings_active 2',
    'airdesk_recordings_pending_bytes 2000',
    'airdesk_archive_destinations_failing 4',
    'airdesk_disk_free_bytes 9000000000',
    'airdesk_host_memory_available_bytes 4000000000',
    'airdesk_host_overloaded{resource="cpu"} 0',
    'airdesk_host_overloaded{resource="memory"} 1',
    'airdesk_processes{process="transcode"} 2',
    'airdesk_process_cpu_ratio{process="transcode"} 0.75',
    'airdesk_process_resident_memory_bytes{process="control"} 300000000',
  ])
    expect(text.split('\n')).toContain(line)
  // What is not known is left out.
  expect(text).not.toMatch(/airdesk_host_cpu_ratio/)
  const ofArchive = text.split('\n').filter((line) => line.includes('process="archive"'))
  expect(ofArchive).toEqual(['airdesk_processes{process="archive"} 1'])
  expect(text).not.toMatch(/SECRET|Gate|Web\b/)
})

it('speaks OpenMetrics where that is asked for, each time anew', async () => {
  const accept = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1'
  const [open, plain, again] = await Promise.all([read(accept), read(), read(accept)])
  expect(open.contentType).toMatch(/^application\/openmetrics-text; version=1\.0\.0/)
  expect(open.text).toMatch(/# EOF\n$/)
  expect(open.text).toContain('# TYPE airdesk_ingest_received_bytes counter\n')
  expect(open.text).toContain('\nairdesk_ingest_received_bytes_total 0\n')
  expect(again).toEqual(open)
  expect(plain.text).not.toContain('# EOF')
})

it('names channels only where that is set, never by id: who knows one may publish', async () => {
  const { text } = await read('', true)
  expect(text).toContain('airdesk_channel_viewers{channel="Gate \\"A\\" \\\\ 1\\n二"} 7\n')
  expect(text).toContain('airdesk_channel_on_air{channel="Web"} 0\n')
  expect(text).not.toContain('SECRET')
  expect(text.match(/^airdesk_channel_viewers\{/gm)).toHaveLength(2)
})

it('has names with their unit, and each metric and its help once', async () => {
  const { text } = await read('', true)
  const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(
    ([, name = '', type]) => [name, type] as const,
  )
  expect(new Set(names.map(([name]) => name)).size).toBe(names.length)
  for (const [name, type] of names) {
    expect(name).toMatch(/^airdesk_[a-z_]+$/)
    expect(name.endsWith('_total')).toBe(type === 'counter')
  }
  expect(text.match(/^# HELP \S+ .+\.$/gm)).toHaveLength(names.length)
})
