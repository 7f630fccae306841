import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FlvFileTag } from '../../protocol/flv/file.ts'
import { readMediaFile } from './media-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-media-file-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ffmpeg = (...args: readonly string[]) =>
  promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args])

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10']
const SOUND = ['-f', 'lavfi', '-i', 'sine=440']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '10', '-pix_fmt', 'yuv420p']

interface Shown {
  readonly key: boolean
  readonly shownMs: number
  readonly data: string
}

/** Pictures with the times that they are shown at, by the order of their decoding. */
function pictures(tags: readonly FlvFileTag[]): Shown[] {
  const video = tags.filter(({ type, body }) => type === 9 && body[1] === 1)
  return video.map(({ timestampMs, body }) => ({
    key: body.readUInt8(0) >> 4 === 1,
    shownMs: timestampMs + body.readIntBE(2, 3),
    data: body.toString('hex', 5),
  }))
}

const relative = (shown: readonly Shown[]) =>
  shown.map((one) => ({ ...one, shownMs: one.shownMs - (shown[0]?.shownMs ?? 0) }))

it('takes of an MP4 what ffmpeg writes of it as FLV, pictures that are shown in another order too', async () => {
  const [mp4, flv] = [join(folder, 'a.mp4'), join(folder, 'a.flv')]
  await ffmpeg(...PICTURES, ...SOUND, '-t', '2', ...H264, '-c:a', 'aac', mp4)
  await ffmpeg('-i', mp4, '-c', 'copy', flv)
  const [ours, theirs] = [await readMediaFile(mp4), await readMediaFile(flv)]
  expect(relative(pictures(ours))).toEqual(relative(pictures(theirs)))
  expect(pictures(ours)).toHaveLength(20)
  const times = ours.map(({ timestampMs }) => timestampMs)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(ours.every(({ type, body }) => type !== 9 || body.readIntBE(2, 3) >= 0)).toBe(true)
  for (const type of [8, 9]) {
    const config = (tags: readonly FlvFileTag[]) =>
      tags.find((tag) => tag.type === type && tag.body[1] === 0)?.body.subarray(2)
    expect(config(ours)).toEqual(config(theirs))
  }
  const sound = (tags: readonly FlvFileTag[]) =>
    tags.filter(({ type, body }) => type === 8 && body[1] === 1).map(({ body }) => body.toString('hex', 2))
  expect(sound(ours)).toEqual(sound(theirs))
})

it('names the file and what it is lacking', async () => {
  const [vp9, text] = [join(folder, 'b.mp4'), join(folder, 'b.txt')]
  await ffmpeg(...PICTURES, '-t', '1', '-c:v', 'mpeg4', vp9)
  await writeFile(text, 'no movie')
  await expect(readMediaFile(vp9)).rejects.toThrow(/b\.mp4/)
  await expect(readMediaFile(text)).rejects.toThrow(`${text} must be an FLV or MP4 file.`)
})
