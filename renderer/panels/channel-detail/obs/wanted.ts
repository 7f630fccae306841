/** What OBS is to be set to for a channel, and what of it is new. Pure. */
import type { RtmpChannel } from '../../../channel/channel-kind.ts'
import { encoderSettings } from '../encoder-settings.ts'
import { CUSTOM_SERVICE, type ObsState } from './obs.ts'

type Channel = Pick<RtmpChannel, 'renditions'> & {
  readonly rtmp: Pick<RtmpChannel['rtmp'], 'ingestServer' | 'ingestKey'>
}

/** @param withQuality picture and sound too, as the renditions of the channel ask for */
export function wantedState({ renditions, rtmp }: Channel, now: ObsState, withQuality: boolean): ObsState {
  const service = {
    streamServiceType: CUSTOM_SERVICE,
    streamServiceSettings: { server: rtmp.ingestServer, key: rtmp.ingestKey, use_auth: false },
  }
  if (!withQuality) return { ...now, service }
  const { video, audioBitRateKbps } = encoderSettings(renditions)
  return {
    service,
    video:
      video === null
        ? now.video
        : {
            ...{ outputWidth: video.width, outputHeight: video.height },
            ...{ fpsNumerator: video.frameRate, fpsDenominator: 1 },
          },
    simple: now.simple && {
      ...now.simple,
      ...(video && { VBitrate: String(video.bitRateKbps) }),
      ...(audioBitRateKbps !== null && { ABitrate: String(audioBitRateKbps) }),
      ...(video &&
        takesKeyFrames(now) && {
          UseAdvanced: 'true',
          x264Settings: `keyint=${video.frameRate * video.keyFrameSeconds}`,
        }),
    },
  }
}

/** Key frames can be set as an option of x264, where the operator has no other options for it. */
export const takesKeyFrames = ({ simple }: ObsState): boolean =>
  simple?.StreamEncoder === 'x264' && /^(keyint=\d+)?$/.test(simple.x264Settings)

export type Setting = 'server' | 'key' | 'size' | 'frameRate' | 'videoRate' | 'audioRate' | 'keyFrames'
export interface Difference {
  readonly setting: Setting
  /** Empty where OBS has none. */
  readonly from: string
  readonly to: string
}

/** What would change, as OBS's own settings write it; stream keys are covered. */
export function differences(now: ObsState, next: ObsState): readonly Difference[] {
  return SHOWN.flatMap(([setting, valueOf]) => {
    const [from, to] = [valueOf(now), valueOf(next)]
    if (from === to) return []
    return [setting === 'key' ? { setting, from: covered(from), to: covered(to) } : { setting, from, to }]
  })
}

const covered = (secret: string) => (secret === '' ? '' : '•'.repeat(8))
/** Frames of NTSC are not whole: 30000 / 1001. */
const rateOf = ({ fpsNumerator, fpsDenominator }: ObsState['video']) =>
  Number((fpsNumerator / fpsDenominator).toFixed(2))

const SHOWN: readonly (readonly [Setting, (state: ObsState) => string])[] = [
  ['server', ({ service }) => member(service, 'service') || member(service, 'server')],
  ['key', ({ service }) => member(service, 'key')],
  ['size', ({ video }) => `${video.outputWidth} × ${video.outputHeight}`],
  ['frameRate', ({ video }) => `${rateOf(video)} fps`],
  ['videoRate', ({ simple }) => (simple === null ? '' : `${simple.VBitrate} kbps`)],
  ['audioRate', ({ simple }) => (simple === null ? '' : `${simple.ABitrate} kbps`)],
  ['keyFrames', ({ simple }) => (simple?.UseAdvanced === 'true' ? simple.x264Settings : '')],
]

/** `service` names one that OBS knows. */
function member({ streamServiceSettings }: ObsState['service'], name: 'service' | 'server' | 'key'): string {
  const value = streamServiceSettings[name]
  return typeof value === 'string' ? value : ''
}
