import { describe, expect, it } from 'vitest'
import { FrameAssembler } from './frame-assembler.ts'

const KILOBYTE = new Uint8Array(1024)
const packet = (timestamp: number, marker: boolean, payload = KILOBYTE) => {
  return { sequence: 0, timestamp, marker, payload }
}

describe('FrameAssembler', () => {
  it('gives the packets of one time, up to the marker', () => {
    const frames = new FrameAssembler()
    expect(frames.push(packet(1, false))).toBeNull()
    expect(frames.push(packet(1, true))).toEqual({ timestamp: 1, payloads: [KILOBYTE, KILOBYTE] })
  })

  it('gives nothing of a frame that lacks a packet', () => {
    const frames = new FrameAssembler()
    frames.push(packet(1, false))
    expect(frames.push(null)).toBe('lost')
    expect(frames.push(packet(1, true))).toBeNull()
    expect(frames.push(packet(2, true))).toMatchObject({ timestamp: 2 })
  })

  it('gives up a frame that never ends, once, and goes on behind its end', () => {
    const frames = new FrameAssembler()
    const results = Array.from({ length: 20 * 1024 }, () => frames.push(packet(1, false)))
    expect(results.filter((result) => result === 'lost')).toHaveLength(1)
    expect(frames.push(packet(1, true))).toBeNull()
    expect(frames.push(packet(2, true))).toMatchObject({ timestamp: 2 })
  })
})
