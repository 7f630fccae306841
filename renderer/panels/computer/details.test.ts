import { expect, it } from 'vitest'
import { detailsText } from './details.ts'

it('says what a helper needs, and names no channel', () => {
  const text = detailsText({
    now: Date.parse('2026-01-01T00:00:00Z'),
    load: {
      ...{ cores: 8, cpu: 0.98, memoryBytes: 16e9, memoryFreeBytes: 1e9, cpuLimit: 0.85 },
      overload: { since: Date.parse('2025-12-31T23:57:00Z'), of: 'cpu' },
    },
    processes: [
      { name: 'transcode', pid: 2, channelId: 'SECRET', spare: false, cpu: 0.61, memoryBytes: 1.9e9 },
      { name: 'transcode', pid: 3, channelId: null, spare: true, cpu: null, memoryBytes: null },
    ],
    others: { cpu: null, memoryBytes: 10e9 },
    recent: { at: [], cpu: [] },
  })
  expect(text.split('\n')).toEqual([
    '2026-01-01T00:00:00.000Z',
    'all: CPU 98 %, memory 15000 MB of 16000 MB, 8 cores',
    'limit 85 %',
    'overload of cpu since 2025-12-31T23:57:00.000Z',
    'transcode: CPU 61 %, memory 1900 MB',
    'transcode (spare): CPU ?, memory ?',
    'other programs: CPU ?, memory 10000 MB',
  ])
})
