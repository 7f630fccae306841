/** The rendition object of both APIs (specification: Resources, Rendition) and its rules. */
import { z } from 'zod'
import { breaks } from './refusal/carried.ts'
import { idText, integerOf as integer } from './text.ts'

/** Bit rates that audio is encoded at, bit/s (specification: allowed audio bitrates). */
export const AUDIO_BIT_RATES = [
  32000, 40000, 48000, 56000, 64000, 80000, 96000, 112000, 128000, 160000, 192000, 224000, 256000, 320000,
] as const
const DEFAULT_AUDIO_BIT_RATE = 96000
export const VIDEO_CODECS = ['h264_high', 'h264_main', 'h264_baseline'] as const
export type VideoCodec = (typeof VIDEO_CODECS)[number]

const finite = (rule: string, holds: (n: number) => boolean) => z.number({ error: rule }).refine(holds, rule)
const object = breaks('object')

const videoSchema = z.object(
  {
    width: integer(160, 4096).describe('Pixels. An odd width is encoded at the even one just below.'),
    height: integer(160, 4096).describe('Pixels. An odd height is encoded at the even one just below.'),
    fps: integer(3, 60).describe('Frames per second.'),
    bps: integer(15_000, 15_000_000).describe('Maximum video bit rate, bit/s (not kbit/s).'),
    codec: z
      .enum(VIDEO_CODECS, { error: breaks('oneOf', { values: VIDEO_CODECS }) })
      .default('h264_high')
      .describe('Profile of H.264.'),
  },
  { error: object },
)

const audioSchema = z.object(
  {
    bps: integer(32_000, 320_000)
      .default(DEFAULT_AUDIO_BIT_RATE)
      .describe(
        `Audio bit rate, bit/s (not kbit/s). Encoded at the largest of ${AUDIO_BIT_RATES.join(', ')} not above it.`,
      ),
  },
  { error: object },
)

const archiveSchema = z.object(
  {
    archive_destination_id: idText.describe('Of CreateArchiveDestination of the live API.'),
  },
  { error: object },
)

export const renditionSchema = z
  .object(
    {
      durationSeconds: finite(breaks('number', { min: 0.5, max: 60 }), (n) => n >= 0.5 && n <= 60).meta({
        minimum: 0.5,
        maximum: 60,
        description:
          'Length of a segment, seconds. Shorter lowers latency and raises transfer volume; 2 is recommended.',
      }),
      startTimeOffset: finite(breaks('finite'), Number.isFinite).describe(
        'Where players start, seconds, as EXT-X-START has it: from the start of the playlist, or back from its end where negative. -2 is recommended.',
      ),
      video: videoSchema.optional().describe('Left out: audio only.'),
      audio: audioSchema.optional().describe('Left out: video only.'),
      archive: archiveSchema.optional().describe('Left out: no archive.'),
    },
    { error: object },
  )
  .refine((r) => r.video !== undefined || r.audio !== undefined, breaks('videoOrAudio'))
  .meta({ id: 'Rendition', description: 'One quality of the HLS output; it has video, audio or both.' })

/** Of one channel. */
export const MAX_RENDITIONS = 16

export const renditionsSchema = z
  .array(renditionSchema, { error: breaks('renditions') })
  .min(1, breaks('renditions'))
  .max(MAX_RENDITIONS, breaks('maxRenditions', { max: MAX_RENDITIONS }))
  .describe('Several renditions give adaptive bit rate.')

/** A rendition as the caller wrote it, with defaults filled in. */
export type Rendition = z.output<typeof renditionSchema>

/**
 * The bit rate that audio is really encoded at: the largest allowed one not above what was asked.
 * @param bps asked bit rate, 32000 to 320000 bit/s
 */
export function snapAudioBitRate(bps: number): number {
  return AUDIO_BIT_RATES.findLast((rate) => rate <= bps) ?? AUDIO_BIT_RATES[0]
}

/** Encoders need even sizes: an odd width or height is encoded at the even size just below. */
export function evenSize(pixels: number): number {
  return pixels - (pixels % 2)
}
