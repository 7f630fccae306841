import { expect, test } from 'vitest'
import type { ObsState } from './obs.ts'
import { differences, wantedState } from './wanted.ts'

const now: ObsState = {
  service: {
    streamServiceType: 'rtmp_common',
    streamServiceSettings: { service: 'Twitch', server: 'auto', key: 'live_1' },
  },
  video: { outputWidth: 1920, outputHeight: 1080, fpsNumerator: 30_000, fpsDenominator: 1001 },
  simple: {
    ...{ StreamEncoder: 'x264', VBitrate: '6000', ABitrate: '160' },
    ...{ UseAdvanced: 'false', x264Settings: '' },
  },
}
const piece = { durationSeconds: 2, startTimeOffset: -6 }
const video = { codec: 'h264_high' as const, width: 1280, height: 720, fps: 30, bps: 2_500_000 }
const audio = { bps: 128_000 }
const rtmp = { ingestServer: 'rtmp://127.0.0.1:1935/', ingestKey: 'CHANNEL' }
const channel = { renditions: [{ ...piece, video, audio }], rtmp }

test('server and key alone, or picture and sound too', () => {
  const alone = wantedState(channel, now, false)
  expect(alone).toMatchObject({ video: now.video, simple: now.simple })
  expect(differences(now, alone)).toEqual([
    { setting: 'server', from: 'Twitch', to: 'rtmp://127.0.0.1:1935/' },
    { setting: 'key', from: '••••••••', to: '••••••••' },
  ])
  expect(differences(now, wantedState(channel, now, true)).slice(2)).toEqual([
    { setting: 'size', from: '1920 × 1080', to: '1280 × 720' },
    { setting: 'frameRate', from: '29.97 fps', to: '30 fps' },
    { setting: 'videoRate', from: '6000 kbps', to: '2500 kbps' },
    { setting: 'audioRate', from: '160 kbps', to: '128 kbps' },
    { setting: 'keyFrames', from: '', to: 'keyint=60' },
  ])
})

test('what a channel or OBS has not stays as it is', () => {
  const sound = wantedState({ renditions: [{ ...piece, audio }], rtmp }, now, true)
  expect(sound).toMatchObject({ video: now.video, simple: { ...now.simple, ABitrate: '128' } })
  expect(wantedState(channel, { ...now, simple: null }, true).simple).toBeNull()
})

test('an OBS that is set to the channel already differs in nothing', () => {
  const set = wantedState(channel, now, true)
  expect(differences(set, wantedState(channel, set, true))).toEqual([])
})

test('options that the operator gave x264, and other encoders, stay', () => {
  for (const own of [{ x264Settings: 'tune=film' }, { StreamEncoder: 'nvenc' }]) {
    const state = { ...now, simple: now.simple && { ...now.simple, ...own } }
    expect(wantedState(channel, state, true).simple).toMatchObject({ ...own, UseAdvanced: 'false' })
  }
})
