import { describe, expect, it } from 'vitest'
import { consoleTexts } from '../../test/support/console-texts.ts'
import { recordingView } from '../../test/support/console-views.ts'
import { drawRecording, movieAddress, percent, sizeText, stateText, storeAddress } from './draw-recording.ts'

const t = consoleTexts('en')
const view = (fields: object) => recordingView({ sequence: 1, ...fields })

describe('the state of a recording', () => {
  it('says how much is there while it is uploaded; all of it only at the end', () => {
    const uploading = view({ state: 'uploading', bytes: 1000, uploadedBytes: 999 })
    expect(stateText(t, uploading, 0)).toBe('Uploading 99 %')
    expect(percent(view({ bytes: 1000, uploadedBytes: 1000 }))).toBe(100)
    expect(percent(view({ bytes: 0, uploadedBytes: 0 }))).toBe(100)
  })

  it('counts down to the next try, and warns', () => {
    const waiting = view({ state: 'uploading', nextTryAt: 104_000 })
    expect(stateText(t, waiting, 0)).toBe('Waiting, next try in 1:44')
    expect(stateText(t, waiting, 104_000)).toBe('Trying again now')
    expect(drawRecording(waiting)).toEqual({ glyph: 'retry', tone: 'warn' })
  })

  it('stays recording while only its upload waits', () => {
    const recording = view({ state: 'recording', nextTryAt: 104_000 })
    expect(stateText(t, recording, 0)).toBe('Recording, upload waits')
    expect(drawRecording(recording)).toEqual({ glyph: 'recording', tone: 'warn' })
  })
})

it('is written with its size and address', () => {
  expect(sizeText(t, { width: 1280, height: 720 })).toBe('1280 × 720')
  expect(sizeText(t, null)).toBe('Audio')
  expect(storeAddress({ bucketUri: 's3://a/b/', path: 'C/N/r0/' })).toBe('s3://a/b/C/N/r0/')
  expect(storeAddress({ bucketUri: 'azblob://a', path: 'C/N/r0/' })).toBe('azblob://a/C/N/r0/')
})

it('the movie can be shown where it lies in a folder of this computer, once it is whole', () => {
  const where = { bucketUri: 'file:///srv/My%20recordings', path: 'c1/n1/r0/', state: 'available' } as const
  expect(movieAddress(view(where))).toBe('file:///srv/My%20recordings/c1/n1/r0/recording.mp4')
  expect(movieAddress(view({ ...where, state: 'uploading' }))).toBeNull()
  expect(movieAddress(view({ ...where, bucketUri: 's3://one' }))).toBeNull()
})
