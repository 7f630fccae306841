import { describe, expect, it } from 'vitest'
import { judgeReload, readDirectives } from './live-playlist.ts'
import { partTarget } from './part-target.ts'

describe('directives of a request', () => {
  it.each([
    ['', { update: null, skip: false }],
    ['x=1', { update: null, skip: false }],
    ['_HLS_msn=7', { update: { msn: 7, part: null }, skip: false }],
    ['_HLS_msn=7&_HLS_part=0', { update: { msn: 7, part: 0 }, skip: false }],
    ['_HLS_msn=7&_HLS_part=2&_HLS_skip=YES', { update: { msn: 7, part: 2 }, skip: true }],
    ['_HLS_skip=v2', { update: null, skip: true }],
  ])('%s is read', (query, directives) => {
    expect(readDirectives(query)).toEqual(directives)
  })

  it.each([
    '_HLS_part=1',
    '_HLS_msn=',
    '_HLS_msn=-1',
    '_HLS_msn=1.5',
    '_HLS_msn=0x1',
    '_HLS_msn=1e3',
    '_HLS_msn=01',
    '_HLS_msn=9999999999999999',
    '_HLS_msn=1&_HLS_part=',
    '_HLS_skip=yes',
  ])('%s is none', (query) => {
    expect(readDirectives(query)).toBeNull()
  })
})

describe('a reload', () => {
  // Segment 9 has 6 parts and is whole; of segment 10 there are 3.
  const playlist = { openMsn: 10, openParts: 3, lastParts: 6, partTarget: 0.335, ended: false }

  it.each([
    [0, null, 'now'],
    [9, null, 'now'],
    [9, 5, 'now'],
    [10, 0, 'now'],
    [10, 2, 'now'],
    [3, 99, 'now'],
    [10, null, 'wait'],
    [10, 3, 'wait'],
    [10, 11, 'wait'],
    [11, null, 'wait'],
    [11, 0, 'wait'],
    [10, 12, 'too-far'],
    [11, 9, 'too-far'],
    [12, null, 'too-far'],
    [12, 0, 'too-far'],
  ] as const)('of segment %d, part %s: %s', (msn, part, verdict) => {
    expect(judgeReload(playlist, { msn, part })).toBe(verdict)
  })

  it('for a part behind the last of a segment is one for the first of the next', () => {
    expect(judgeReload(playlist, { msn: 9, part: 6 })).toBe('now')
    expect(judgeReload({ ...playlist, openParts: 0 }, { msn: 9, part: 6 })).toBe('wait')
    expect(judgeReload({ ...playlist, openParts: 0 }, { msn: 9, part: 15 })).toBe('too-far')
  })

  it('that asks for nothing in particular, or of what has ended, is met at once', () => {
    expect(judgeReload(playlist, null)).toBe('now')
    expect(judgeReload({ ...playlist, ended: true }, { msn: 99, part: 99 })).toBe('now')
  })

  it('may be three parts ahead where they are long', () => {
    const long = { ...playlist, partTarget: 1.2 }
    expect(judgeReload(long, { msn: 10, part: 5 })).toBe('wait')
    expect(judgeReload(long, { msn: 10, part: 6 })).toBe('too-far')
  })
})

describe('the target of parts', () => {
  it.each([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60])(
    'suits %d frames a second: whole frames fill 85 %% of it, and no more than all',
    (framesPerSecond) => {
      const target = partTarget(framesPerSecond)
      const longest = Math.floor(target * framesPerSecond) / framesPerSecond
      expect(longest).toBeLessThanOrEqual(target)
      expect(longest).toBeGreaterThanOrEqual(0.85 * target)
      expect(target).toBeLessThan(0.6)
    },
  )

  it.each([null, 0, NaN])('is the nominal one where the frame rate is %s', (framesPerSecond) => {
    expect(partTarget(framesPerSecond)).toBeCloseTo(1 / 3, 2)
  })
})
