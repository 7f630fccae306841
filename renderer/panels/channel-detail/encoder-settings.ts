/** What an encoder should be set to, from the renditions of its channel. Pure. */
import { evenSize, snapAudioBitRate, type Rendition } from '../../../service/contract/rendition.ts'

export interface EncoderSettings {
  /** Null where the channel has no picture. */
  readonly video: {
    readonly width: number
    readonly height: number
    readonly frameRate: number
    readonly bitRateKbps: number
    readonly keyFrameSeconds: number
    readonly profile: 'high' | 'main' | 'baseline'
  } | null
  /** Null where the channel has no sound. */
  readonly audioBitRateKbps: number | null
}

/** Highest of each member over all renditions, so that nothing is scaled up. */
export function encoderSettings(renditions: readonly Rendition[]): EncoderSettings {
  const videos = renditions.flatMap((r) => r.video ?? [])
  const top = [...videos].sort((a, b) => b.width * b.height - a.width * a.height)[0]
  const audio = renditions.flatMap((r) => (r.audio ? snapAudioBitRate(r.audio.bps) : []))
  const profiles = (['high', 'main', 'baseline'] as const).filter((p) =>
    videos.some((v) => v.codec === `h264_${p}`),
  )
  return {
    video: top
      ? {
          width: evenSize(top.width),
          height: evenSize(top.height),
          frameRate: Math.max(...videos.map((v) => v.fps)),
          bitRateKbps: Math.round(Math.max(...videos.map((v) => v.bps)) / 1000),
          keyFrameSeconds: keyFrameSeconds(renditions),
          profile: profiles[0] ?? 'high',
        }
      : null,
    audioBitRateKbps: audio.length > 0 ? Math.max(...audio) / 1000 : null,
  }
}

/** OBS takes whole seconds, at least 1. A segment can only begin at a key frame. */
function keyFrameSeconds(renditions: readonly Rendition[]): number {
  const shortest = Math.min(...renditions.filter((r) => r.video).map((r) => r.durationSeconds))
  return Math.max(1, Math.floor(shortest))
}

type Ingest = Readonly<Record<'ingestServer' | 'ingestKey', string>>

/** The publishing address for encoders that take none without an application name; any will do. */
export function urlWithApp({ ingestServer, ingestKey }: Ingest): string {
  return `${ingestServer}live/${ingestKey}`
}

/** A command that sends moving bars and a tone to `url` by these settings. */
export function ffmpegLine(renditions: readonly Rendition[], url: string): string {
  const { video, audioBitRateKbps } = encoderSettings(renditions)
  const parts = ['ffmpeg -re']
  if (video) parts.push(`-f lavfi -i testsrc2=size=${video.width}x${video.height}:rate=${video.frameRate}`)
  if (audioBitRateKbps !== null) parts.push('-f lavfi -i sine=frequency=440:sample_rate=48000')
  if (video) {
    parts.push(
      `-c:v libx264 -preset veryfast -pix_fmt yuv420p -profile:v ${video.profile}`,
      `-b:v ${video.bitRateKbps}k -maxrate ${video.bitRateKbps}k -bufsize ${video.bitRateKbps * 2}k`,
      `-g ${video.frameRate * video.keyFrameSeconds} -bf 0`,
    )
  }
  if (audioBitRateKbps !== null) parts.push(`-c:a aac -b:a ${audioBitRateKbps}k -ac 2`)
  return [...parts, `-f flv "${url}"`].join(' ')
}

/** The same for GStreamer. @param url with an application name: GStreamer takes none without */
export function gstreamerLine(renditions: readonly Rendition[], url: string): string {
  const { video, audioBitRateKbps } = encoderSettings(renditions)
  const parts = [`gst-launch-1.0 -e flvmux name=mux streamable=true ! rtmp2sink location="${url}"`]
  if (video) {
    const { width, height, frameRate, bitRateKbps, keyFrameSeconds, profile } = video
    const encoder = [
      `x264enc bitrate=${bitRateKbps} key-int-max=${frameRate * keyFrameSeconds}`,
      'bframes=0 tune=zerolatency speed-preset=veryfast',
    ]
    parts.push(
      `videotestsrc is-live=true ! video/x-raw,width=${width},height=${height},framerate=${frameRate}/1`,
      `! ${encoder.join(' ')} ! video/x-h264,profile=${GSTREAMER_PROFILE[profile]} ! h264parse ! queue ! mux.`,
    )
  }
  if (audioBitRateKbps !== null) {
    parts.push(
      'audiotestsrc is-live=true freq=440 ! audio/x-raw,rate=48000,channels=2',
      `! avenc_aac bitrate=${audioBitRateKbps * 1000} ! aacparse ! queue ! mux.`,
    )
  }
  return parts.join(' ')
}

const GSTREAMER_PROFILE = { high: 'high', main: 'main', baseline: 'constrained-baseline' } as const

/** The file `service.json` of a profile of OBS: where it sends. */
export const obsService = ({ ingestServer: server, ingestKey: key }: Ingest): string =>
  `${JSON.stringify({ type: 'rtmp_custom', settings: { server, key, use_auth: false, bwtest: false } }, null, 2)}\n`
