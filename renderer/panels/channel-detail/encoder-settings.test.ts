import { describe, expect, it } from 'vitest'
import { rendition360, rendition720 } from '../../../test/support/console-views.ts'
import { encoderSettings, ffmpegLine, gstreamerLine, obsService, urlWithApp } from './encoder-settings.ts'

describe('encoderSettings', () => {
  it('asks for the best of all renditions', () => {
    expect(encoderSettings([rendition360, rendition720])).toEqual({
      video: {
        width: 1280,
        height: 720,
        frameRate: 30,
        bitRateKbps: 2500,
        keyFrameSeconds: 2,
        profile: 'high',
      },
      audioBitRateKbps: 128,
    })
  })

  it('asks for sizes and rates that are really encoded', () => {
    const odd = {
      ...rendition360,
      durationSeconds: 0.5,
      video: { width: 641, height: 361, fps: 25, bps: 400_000, codec: 'h264_baseline' as const },
      audio: { bps: 100_000 },
    }
    expect(encoderSettings([odd])).toMatchObject({
      video: { width: 640, height: 360, keyFrameSeconds: 1, profile: 'baseline' },
      audioBitRateKbps: 96,
    })
  })

  it('asks for no picture where there is none', () => {
    const audioOnly = { durationSeconds: 2, startTimeOffset: 0, audio: { bps: 128_000 } }
    expect(encoderSettings([audioOnly]).video).toBeNull()
    expect(ffmpegLine([audioOnly], 'rtmp://h/k')).not.toContain('-c:v')
  })
})

it('writes an ffmpeg line with key frames where segments begin', () => {
  expect(ffmpegLine([rendition720], 'rtmp://127.0.0.1:1935/K')).toContain('-g 60')
  expect(ffmpegLine([rendition720], 'rtmp://127.0.0.1:1935/K')).toMatch(
    / -f flv "rtmp:\/\/127\.0\.0\.1:1935\/K"$/,
  )
})

it('writes an address with an application name, as the service takes it', () => {
  const rtmp = { ingestServer: 'rtmp://127.0.0.1:1935/', ingestKey: '01J8Z0000000000000000000AB' }
  expect(urlWithApp(rtmp)).toBe('rtmp://127.0.0.1:1935/live/01J8Z0000000000000000000AB')
})

it('writes a GStreamer line of the same settings', () => {
  const line = gstreamerLine([rendition720], 'rtmp://127.0.0.1:1935/live/K')
  expect(line).toContain(
    'flvmux name=mux streamable=true ! rtmp2sink location="rtmp://127.0.0.1:1935/live/K"',
  )
  expect(line).toContain(
    'width=1280,height=720,framerate=30/1 ! x264enc bitrate=2500 key-int-max=60 bframes=0',
  )
  expect(line).toContain('avenc_aac bitrate=128000 ! aacparse ! queue ! mux.')
  const audioOnly = { durationSeconds: 2, startTimeOffset: 0, audio: { bps: 128_000 } }
  expect(gstreamerLine([audioOnly], 'rtmp://h/live/k')).not.toContain('videotestsrc')
})

it('writes the file with which a profile of OBS sends here', () => {
  const rtmp = { ingestServer: 'rtmp://127.0.0.1:1935/', ingestKey: '01J8Z0000000000000000000AB' }
  expect(JSON.parse(obsService(rtmp))).toEqual({
    type: 'rtmp_custom',
    settings: { server: rtmp.ingestServer, key: rtmp.ingestKey, use_auth: false, bwtest: false },
  })
})
