import { spawn } from 'node:child_process'
import type { AccessUnit } from '../../service/contract/media.ts'
import { parseAvcConfiguration } from '../../service/protocol/h264/avcc.ts'
import { joinAnnexB, splitLengthPrefixed } from './nal-units.ts'

/** What ffprobe found by decoding a whole track. */
export interface DecodedTrack {
  readonly profile: string
  readonly width: number
  readonly height: number
  readonly pix_fmt: string
  readonly sample_rate: string
  readonly channels: number
  readonly nb_read_frames: string
  readonly field_order: string
}

/** H.264 as a file: parameter sets and pictures behind start codes. */
export function h264File(decoderConfig: Uint8Array, units: readonly AccessUnit[]): Buffer {
  const { sps, pps } = parseAvcConfiguration(decoderConfig)
  const pictures = units.map((unit) => joinAnnexB(splitLengthPrefixed(unit.data, 4)))
  return Buffer.concat([joinAnnexB([...sps, ...pps]), ...pictures])
}

/** AAC as a file: each frame behind an ADTS header (ISO/IEC 13818-7 6.2). 48 kHz stereo. */
export function aacFile(units: readonly AccessUnit[]): Buffer {
  return Buffer.concat(
    units.flatMap(({ data }) => {
      const length = data.length + 7
      const header = [
        0xff,
        0xf1,
        0x4c,
        0x80 | (length >> 11),
        (length >> 3) & 255,
        ((length & 7) << 5) | 31,
        0xfc,
      ]
      return [Buffer.from(header), data]
    }),
  )
}

/**
 * Lets ffprobe decode a whole file.
 * @throws Error with its words when it finds any fault
 */
export async function decodeWhole(format: 'h264' | 'aac', file: Buffer): Promise<DecodedTrack> {
  const args = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', '-f', format, '-']
  const { code, stdout, stderr } = await runWithInput('ffprobe', args, file)
  if (code !== 0 || stderr !== '') throw new Error(`ffprobe: ${stderr}`)
  const { streams } = JSON.parse(stdout) as { streams: DecodedTrack[] }
  if (!streams[0]) throw new Error('ffprobe found no stream')
  return streams[0]
}

/** Runs a program and feeds it from memory. */
export async function runWithInput(
  program: string,
  args: readonly string[],
  input: Buffer,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(program, args)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, stdout, stderr }
}
