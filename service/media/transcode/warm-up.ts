import { AV_SAMPLE_FMT_FLTP, AV_CHANNEL_LAYOUT_MONO } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { AudioEncoder } from './audio-encoder.ts'
import { AudioGraph, SAMPLE_RATE } from './audio-graph.ts'
import { blackPicture } from './black-picture.ts'
import { silenceFfmpeg } from './native.ts'
import { PictureMeter } from './picture-meter.ts'
import { SoundMeter } from './sound-meter.ts'
import { VideoEncoder } from './video-encoder.ts'
import { VideoGraph } from './video-graph.ts'

const SIZE = 64

/**
 * Runs a few pictures and sounds through, so that the code that the first real ones need is in memory.
 * @throws Error when this build of FFmpeg lacks something
 */
export function warmUp(): void {
  silenceFfmpeg()
  warmVideo()
  warmAudio()
}

function warmVideo(): void {
  const target = {
    width: SIZE,
    height: SIZE,
    frameRate: 30,
    bitRateBps: 100_000,
    profile: 'high' as const,
    segmentSeconds: 2,
  }
  const ignore = () => undefined
  const encoder = new VideoEncoder({
    target,
    preset: 'veryfast',
    threads: 1,
    onTrack: ignore,
    onUnit: ignore,
  })
  const frames = [0, 33, 67].map((pts) => {
    const frame = blackPicture(SIZE * 2, SIZE)
    frame.pts = BigInt(pts)
    return frame
  })
  const [first] = frames
  if (!first) return
  const graph = new VideoGraph(first, [target], (picture) => encoder.encode(picture))
  const meter = new PictureMeter(ignore)
  for (const frame of frames) {
    meter.push(frame)
    graph.push(frame)
    frame.free()
  }
  graph.flush()
  encoder.flush()
  meter.close()
  graph.close()
  encoder.close()
}

function warmAudio(): void {
  const ignore = () => undefined
  const encoder = new AudioEncoder({ target: { bitRateBps: 96_000 }, onTrack: ignore, onUnit: ignore })
  const meter = new SoundMeter(ignore)
  const graph = new AudioGraph((frame) => {
    encoder.encode(frame)
    meter.push(frame)
  })
  for (let i = 0; i < 3; i++) graph.push(silence(i * 21))
  graph.flush()
  encoder.encode(null)
  meter.close()
  graph.close()
  encoder.close()
}

function silence(pts: number): Frame {
  const frame = Frame.fromAudioBuffer(Buffer.alloc(1024 * 4), {
    nbSamples: 1024,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: AV_CHANNEL_LAYOUT_MONO,
  })
  frame.pts = BigInt(pts)
  return frame
}
