/** The form of a new channel and the request it stands for. Pure. */
import {
  createMultistreamChannelRequest,
  createMultistreamChannelWithHlsRequest,
  createRtmpChannelRequest,
  type Environment,
} from '../../../service/contract/live-api.ts'
import { renameChannelRequest } from '../../../service/contract/console/channels.ts'
import { carried, problemsOf } from '../../../service/contract/refusal/carried.ts'
import type { Problem } from '../../../service/contract/refusal/rules.ts'
import type { Rendition, VideoCodec } from '../../../service/contract/rendition.ts'
import type { NewChannel } from '../../api/live.ts'
import type { ChannelKind } from '../../channel/channel-kind.ts'
import { DEFAULT_PRESET, DEFAULT_SEGMENT_SECONDS, ladder, type Preset } from '../../channel/ladder.ts'

/** A number field that was emptied holds the empty string. */
export type Numeric = number | ''

export interface RenditionValues {
  readonly withVideo: boolean
  readonly width: Numeric
  readonly height: Numeric
  readonly fps: Numeric
  readonly videoBps: Numeric
  readonly codec: VideoCodec
  readonly withAudio: boolean
  readonly audioBps: Numeric
}

export interface ChannelValues {
  readonly kind: ChannelKind
  /** Of WebRTC channels. */
  readonly environment: Environment
  /** Which ladder the renditions are; own ones once edited. */
  readonly preset: Preset | 'custom'
  readonly name: string
  readonly segmentSeconds: Numeric
  readonly startOffset: Numeric
  readonly renditions: readonly RenditionValues[]
  readonly keyUri: string
  readonly authWebhook: string
  readonly eventWebhook: string
  /** Where all renditions are recorded to; empty for nowhere. */
  readonly destinationId: string
}

/** What a switched-off half of a rendition starts with when it is switched on. */
const FALLBACK = { width: 1280, height: 720, fps: 30, bps: 2_500_000, codec: 'h264_high' } as const

function fromRendition({ video, audio }: Rendition): RenditionValues {
  const picture = video ?? FALLBACK
  return {
    withVideo: video !== undefined,
    width: picture.width,
    height: picture.height,
    fps: picture.fps,
    videoBps: picture.bps,
    codec: picture.codec,
    withAudio: audio !== undefined,
    audioBps: audio?.bps ?? 96_000,
  }
}

export const presetRenditions = (preset: Preset): RenditionValues[] => ladder(preset).map(fromRendition)

/** What *Add rendition* starts with when there is none to copy. */
export const newRendition = (): RenditionValues =>
  fromRendition({ durationSeconds: 2, startTimeOffset: -6, video: FALLBACK, audio: { bps: 96_000 } })

export function initialValues(kind: ChannelKind = 'rtmp'): ChannelValues {
  return {
    kind,
    environment: 0,
    preset: DEFAULT_PRESET,
    name: '',
    segmentSeconds: DEFAULT_SEGMENT_SECONDS,
    startOffset: -3 * DEFAULT_SEGMENT_SECONDS,
    renditions: presetRenditions(DEFAULT_PRESET),
    keyUri: '',
    authWebhook: '',
    eventWebhook: '',
    destinationId: '',
  }
}

/** An emptied field is sent as NaN, which JSON can't hold: the rules refuse it before that. */
const number = (value: Numeric) => (value === '' ? Number.NaN : value)

/** The request that the form stands for; it may break rules. Empty addresses are left out. */
export function toRequest(values: ChannelValues): NewChannel {
  const { kind, environment } = values
  const webhooks = given({
    auth_webhook_url: values.authWebhook.trim(),
    event_webhook_url: values.eventWebhook.trim(),
  })
  if (kind === 'webrtc') return { kind, body: { ...webhooks, environment } }
  const converted = {
    hls: toRenditions(values),
    ...given({ encrypt_key_uri: values.keyUri.trim() }),
    ...webhooks,
  }
  return kind === 'rtmp' ? { kind, body: converted } : { kind, body: { ...converted, environment } }
}

/** Without what is empty. */
function given<Members extends Record<string, string>>(members: Members): Partial<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '')) as Partial<Members>
}

function toRenditions(values: ChannelValues) {
  const timing = {
    durationSeconds: number(values.segmentSeconds),
    startTimeOffset: number(values.startOffset),
  }
  const archive =
    values.destinationId === '' ? {} : { archive: { archive_destination_id: values.destinationId } }
  return values.renditions.map((r) => ({
    ...timing,
    ...(r.withVideo ? { video: toVideo(r) } : {}),
    ...(r.withAudio ? { audio: { bps: number(r.audioBps) } } : {}),
    ...archive,
  }))
}

const toVideo = (r: RenditionValues) => ({
  width: number(r.width),
  height: number(r.height),
  fps: number(r.fps),
  bps: number(r.videoBps),
  codec: r.codec,
})

const RULES = {
  rtmp: createRtmpChannelRequest,
  'webrtc-hls': createMultistreamChannelWithHlsRequest,
  webrtc: createMultistreamChannelRequest,
} as const

/** Checks the form by the rules of the service itself; the name by those of the console. */
export function problemsIn(values: ChannelValues): Problem[] {
  const { kind, body } = toRequest(values)
  const request = RULES[kind].safeParse(body)
  const name = renameChannelRequest.safeParse({ name: values.name })
  return problemsOf({ issues: [...(request.error?.issues ?? []), ...(name.error?.issues ?? [])] })
}

/**
 * The field of the form that a member of the request stands in; timing and archive of all renditions
 * stand in one field each.
 */
export function fieldOf(member: string): string {
  const inRendition = /^hls\[(\d+)\](?:\.(.+))?$/.exec(member)
  if (!inRendition) return FIELDS[member] ?? member
  const [, index, rest] = inRendition
  if (rest === 'durationSeconds') return 'segmentSeconds'
  if (rest === 'startTimeOffset') return 'startOffset'
  if (rest?.startsWith('archive') === true) return 'destinationId'
  return `renditions.${index ?? ''}.${RENDITION_FIELDS[rest ?? ''] ?? 'withVideo'}`
}

const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  hls: 'renditions',
  encrypt_key_uri: 'keyUri',
  auth_webhook_url: 'authWebhook',
  event_webhook_url: 'eventWebhook',
}
const RENDITION_FIELDS: Readonly<Record<string, string>> = {
  'video.width': 'width',
  'video.height': 'height',
  'video.fps': 'fps',
  'video.bps': 'videoBps',
  'video.codec': 'codec',
  'audio.bps': 'audioBps',
}

/** Rules by field; the first rule of a field wins. */
export function byField(problems: readonly Problem[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, ...broken } of problems) fields[fieldOf(path)] ??= carried(broken)
  return fields
}
