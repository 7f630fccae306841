import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readInitialization, samplesOf } from './fragments.ts'
import { madeUpFragment, madeUpInitialization, SOUND, VIDEO } from './made-up-fragments.ts'
import type { MadeUpSample } from './made-up-fragments.ts'

const initialization = readInitialization(madeUpInitialization())
const picture = (bytes: string, isKey = false): MadeUpSample => ({ track: VIDEO, bytes, isKey })
const sound = (bytes: string): MadeUpSample => ({ track: SOUND, bytes })
const FIRST = [picture('key frame', true), sound('one'), sound('two')]
const SECOND = [picture('another'), picture('third'), sound('three')]

describe('samples', () => {
  it('are the same in parts and in their segment, however they lie in it', () => {
    const segment = samplesOf([madeUpFragment([...FIRST, ...SECOND])], initialization, null)
    const parts = samplesOf([FIRST, SECOND].map(madeUpFragment), initialization, null)
    expect(parts.media).toBe(segment.media)
    expect(parts.media).toMatch(/^1:3:[0-9a-f]{64},2:3:[0-9a-f]{64}$/)
  })

  it.each([
    ['one is missing', [FIRST, SECOND.slice(1)]],
    ['one is another', [FIRST, [...SECOND.slice(0, -1), sound('3')]]],
    ['they come in another order', [SECOND, FIRST]],
  ])('are not where %s', (_, others) => {
    const segment = samplesOf([madeUpFragment([...FIRST, ...SECOND])], initialization, null)
    expect(samplesOf(others.map(madeUpFragment), initialization, null).media).not.toBe(segment.media)
  })

  it('have a key frame, or have none', () => {
    const hasKeyFrame = (samples: readonly MadeUpSample[]) =>
      samplesOf([madeUpFragment(samples)], initialization, null).hasKeyFrame
    expect([hasKeyFrame(FIRST), hasKeyFrame(SECOND), hasKeyFrame([sound('alone')])]).toEqual([
      true,
      false,
      false,
    ])
    const soundOnly = readInitialization(madeUpInitialization(false))
    expect(samplesOf([madeUpFragment([sound('alone')])], soundOnly, null).hasKeyFrame).toBe(true)
  })

  it('are decrypted, part by part, under the key and the IV of their segment', () => {
    const cipher = { key: randomBytes(16), iv: randomBytes(16) }
    const encrypted = (samples: readonly MadeUpSample[]) => {
      const aes = createCipheriv('aes-128-cbc', cipher.key, cipher.iv)
      return Buffer.concat([aes.update(madeUpFragment(samples)), aes.final()])
    }
    const clear = samplesOf([FIRST, SECOND].map(madeUpFragment), initialization, null)
    expect(samplesOf([FIRST, SECOND].map(encrypted), initialization, cipher)).toEqual(clear)
    expect(() => samplesOf([encrypted(FIRST)], initialization, null)).toThrow(RangeError)
    const other = { ...cipher, key: randomBytes(16) }
    expect(() => samplesOf([encrypted(FIRST)], initialization, other)).toThrow()
  })

  it('that are cut off are no samples', () => {
    expect(() => samplesOf([madeUpFragment(FIRST).subarray(0, -1)], initialization, null)).toThrow(RangeError)
    expect(() => readInitialization(Buffer.from('no box at all'))).toThrow(RangeError)
  })
})
