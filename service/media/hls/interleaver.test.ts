import { beforeEach, expect, it } from 'vitest'
import type { AccessUnit, Track } from '../../contract/media.ts'
import { Interleaver } from './interleaver.ts'

let now = 0
let came: string[] = []
let interleaver: Interleaver

const tracks = [
  { kind: 'video', timescale: 1000 },
  { kind: 'audio', timescale: 1000 },
] as unknown as Track[]

beforeEach(() => {
  now = 0
  came = []
  interleaver = new Interleaver({
    tracks,
    now: () => now,
    onUnit: (kind, { dts }, silent) => came.push(`${kind} ${dts}${silent.size > 0 ? ' alone' : ''}`),
  })
})

const push = (kind: Track['kind'], dts: number) => interleaver.push(kind, { dts } as AccessUnit)

it('waits for the other track, in the order of decoding times', () => {
  push('audio', 20)
  push('audio', 40)
  expect(came).toEqual([])
  push('video', 0)
  push('video', 33)
  expect(came).toEqual(['video 0', 'audio 20', 'video 33'])
})

it('waits 2 s for sound that stopped while pictures come', () => {
  push('video', 0)
  push('audio', 0)
  for (now = 100; now < 2000; now += 100) push('video', now)
  expect(came).toEqual(['video 0', 'audio 0'])
  push('video', now)
  expect(came.slice(2)).toEqual(Array.from({ length: 20 }, (_, i) => `video ${100 * (i + 1)} alone`))
})

it('counts a pause of both as silence of neither', () => {
  push('video', 0)
  push('audio', 0)
  push('audio', 20)
  now = 60_000
  push('audio', 40)
  push('video', 33)
  expect(came).toEqual(['video 0', 'audio 0', 'audio 20', 'video 33'])
})

it('finds one silent also where the other comes seldom', () => {
  push('video', 0)
  push('audio', 0)
  for (now = 1500; now <= 4500; now += 1500) push('video', now)
  expect(came.at(-1)).toBe('video 4500 alone')
})
