import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { AccessUnit } from '../../service/contract/media.ts'

const run = promisify(execFile)

/** A source as the ingest process gets it from an encoder; times in milliseconds. */
export interface SourceFixture {
  readonly video: { readonly decoderConfig: Uint8Array; readonly units: AccessUnit[] } | null
  readonly audio: { readonly decoderConfig: Uint8Array; readonly units: AccessUnit[] } | null
  /** Both, in the order of the file. */
  readonly units: readonly { readonly kind: 'video' | 'audio'; readonly unit: AccessUnit }[]
}

/**
 * Lets ffmpeg encode something to FLV and takes it apart.
 * @param args ffmpeg's arguments up to the output
 */
export async function ffmpegSource(...args: readonly string[]): Promise<SourceFixture> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-nostdin', ...args, '-f', 'flv', '-'], {
    encoding: 'buffer',
    maxBuffer: 256 * 1024 * 1024,
  })
  return readFlv(stdout)
}

/** Takes an FLV file with H.264 and AAC apart (Adobe Flash Video File Format 10.1, annex E). */
export function readFlv(file: Buffer): SourceFixture {
  const configs: { video: Uint8Array | null; audio: Uint8Array | null } = { video: null, audio: null }
  const units: { kind: 'video' | 'audio'; unit: AccessUnit }[] = []
  for (let at = 13; at + 11 <= file.length;) {
    const size = file.readUIntBE(at + 1, 3)
    const time = file.readUIntBE(at + 4, 3) + file.readUInt8(at + 7) * 2 ** 24
    const body = file.subarray(at + 11, at + 11 + size)
    const type = file.readUInt8(at)
    if (type === 9 && body.length > 5) {
      if (body[1] === 0) configs.video ??= body.subarray(5)
      else if (body[1] === 1) units.push({ kind: 'video', unit: videoUnit(body, time) })
    } else if (type === 8 && body.length > 2) {
      if (body[1] === 0) configs.audio ??= body.subarray(2)
      else units.push({ kind: 'audio', unit: unitOf(body.subarray(2), time, time, true) })
    }
    at += 11 + size + 4
  }
  const of = (kind: 'video' | 'audio') => units.filter((u) => u.kind === kind).map((u) => u.unit)
  return {
    video: configs.video && { decoderConfig: configs.video, units: of('video') },
    audio: configs.audio && { decoderConfig: configs.audio, units: of('audio') },
    units,
  }
}

function videoUnit(body: Buffer, dts: number): AccessUnit {
  return unitOf(body.subarray(5), dts + body.readIntBE(2, 3), dts, body.readUInt8(0) >> 4 === 1)
}

/** The ingest process knows no durations either. */
function unitOf(data: Uint8Array, pts: number, dts: number, key: boolean): AccessUnit {
  return { pts, dts, duration: 0, key, data }
}
