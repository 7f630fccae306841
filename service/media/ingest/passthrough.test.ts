import { describe, expect, it } from 'vitest'
import type { VideoTarget } from '../../contract/media.ts'
import { audioPasses, videoHolds, videoMayPass, videoStillHolds } from './passthrough.ts'

const target: VideoTarget = {
  width: 1280,
  height: 720,
  frameRate: 30,
  bitRateBps: 2_500_000,
  profile: 'main',
  segmentSeconds: 2,
}
const measured = { frameRate: 30, bitRateBps: 2_000_000, gopSeconds: 2, hasOpenGroups: false }

describe('passing video through', () => {
  it.each([
    ['same size and profile', { width: 1280, height: 720, profile: 'main' }, true],
    ['a lesser profile', { width: 1280, height: 720, profile: 'baseline' }, true],
    ['a higher profile', { width: 1280, height: 720, profile: 'high' }, false],
    ['another profile', { width: 1280, height: 720, profile: 'other' }, false],
    ['another height', { width: 1280, height: 718, profile: 'main' }, false],
    ['another width', { width: 640, height: 720, profile: 'main' }, false],
  ] as const)('may pass: %s', (_name, source, expected) => {
    expect(videoMayPass(source, target)).toBe(expected)
  })

  it.each([
    ['as asked', measured, true, true],
    ['key frames twice a segment', { ...measured, gopSeconds: 1 }, true, true],
    ['no second key frame', { ...measured, gopSeconds: null }, true, false],
    ['a long group of pictures', { ...measured, gopSeconds: 8.3 }, false, false],
    ['29.97 frames/s beside a transcoded rendition', { ...measured, gopSeconds: 2.002 }, true, false],
    ['29.97 frames/s alone', { ...measured, gopSeconds: 2.002 }, false, true],
    ['a little short of a segment', { ...measured, gopSeconds: 1.91 }, false, true],
    ['a little more than a segment', { ...measured, gopSeconds: 2.09 }, false, true],
    ['too far from a segment', { ...measured, gopSeconds: 2.11 }, false, false],
    ['key frames that do not meet the segments', { ...measured, gopSeconds: 1.5 }, false, false],
    ['open groups of pictures', { ...measured, hasOpenGroups: true }, false, false],
    ['too many frames', { ...measured, frameRate: 50 }, true, false],
    ['too many bits', { ...measured, bitRateBps: 2_600_000 }, true, false],
  ])('holds: %s', (_name, m, aligned, expected) => {
    expect(videoHolds(m, target, aligned)).toBe(expected)
  })

  it('passes no segments that a playlist could not list', () => {
    const long = { ...target, segmentSeconds: 20 }
    expect(videoHolds({ ...measured, gopSeconds: 20.4 }, long, false)).toBe(true)
    expect(videoHolds({ ...measured, gopSeconds: 20.6 }, long, false)).toBe(false)
  })

  it('forgives a short excess once it passes', () => {
    expect(videoStillHolds({ ...measured, bitRateBps: 2_700_000 }, target, true)).toBe(true)
    expect(videoStillHolds({ ...measured, bitRateBps: 2_800_000 }, target, true)).toBe(false)
  })

  it.each([
    ['a change of scene', 0.7, true, false],
    ['a file that begins again', 2.033, true, false],
    ['two segments at once', 1, true, true],
    ['longer than a playlist can list', 2.5, false, false],
  ])(
    'goes on, alone or beside others, with an interval of key frames of %s',
    (_name, gopSeconds, alone, beside) => {
      expect(videoStillHolds({ ...measured, gopSeconds }, target, false)).toBe(alone)
      expect(videoStillHolds({ ...measured, gopSeconds }, target, true)).toBe(beside)
    },
  )
})

describe('passing audio through', () => {
  const source = { sampleRate: 48000, channels: 2, lowComplexity: true }
  it.each([
    ['as asked', source, 96_000, true],
    ['more than asked', source, 128_000, false],
    ['far less than asked', source, 48_000, false],
    ['HE-AAC', { ...source, lowComplexity: false }, 96_000, false],
    ['5.1', { ...source, channels: 6 }, 96_000, false],
    ['22.05 kHz', { ...source, sampleRate: 22050 }, 96_000, false],
  ])('%s', (_name, s, bps, expected) => {
    expect(audioPasses(s, bps, { bitRateBps: 96_000 })).toBe(expected)
  })
})
