/** The ladder against one ffmpeg command: CPU of both, and how good their pictures are. */
import { RENDITION_360, RENDITION_720 } from '../support/live-client.ts'
import type { RunningService } from '../support/service.ts'
import type { VideoTarget } from '../../service/contract/media.ts'
import { airdeskChannel } from './airdesk.ts'
import { compare } from './cpu.ts'
import type { Load } from './cpu.ts'
import type { PicturesName } from './pictures.ts'
import { ffmpegLadder } from './peers.ts'
import { compareQuality } from './quality.ts'
import type { Quality } from './quality.ts'
import { comparison } from './rows.ts'
import type { BenchOptions, Row } from './rows.ts'
import { makeSource } from './source.ts'

const SOURCE_SECONDS = 10
const LADDER = [RENDITION_720, RENDITION_360]
const PICTURES: readonly (readonly [PicturesName, string])[] = [
  ['noise', 'test picture under noise'],
  ['motion', 'camera that swings'],
  ['text', 'text that stands still'],
]

export const ABOUT_LADDERS = [
  'Made by `npm run bench -- --only ladder`. 1080p30 at 6 Mbit/s comes in by RTMP; 720p30 at 2.5 and 360p30 at 0.8 Mbit/s with AAC go out as HLS. The peer is one `ffmpeg` command for the same (`-preset veryfast`, `bicubic`; `test/bench/peers.ts`). CPU is of ingest and the transcoder, its start included.',
  'SSIM is of the luma of 10 s of the same file, transcoded as in a broadcast, against the source scaled by `ffmpeg` with exact rounding (`accurate_rnd`), beside the bit rate that came out; the difference stands for the ratio. Both have their key frames at those of the source.',
].join('\n\n')

/** CPU of broadcasts of each kind of picture, and how alike both outputs are to the source. */
export async function compareLadders(service: RunningService, how: BenchOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const [pictures, words] of PICTURES) {
    console.log(` ${words}`)
    const shape = { width: 1920, height: 1080, bitRate: '6000k', seconds: SOURCE_SECONDS }
    const file = makeSource({ ...shape, pictures })
    const loads = await compare(() => airdeskChannel(service, LADDER, true), ffmpegLadder, file, how)
    rows.push(loadRow(`Ladder, ${words}, CPU s per media s`, loads, ({ cpu }) => cpu, 3, '≤ 0.90'))
    const { ours, theirs } = await compareQuality(file, SOURCE_SECONDS, LADDER.map(targetOf))
    LADDER.forEach(({ video: { height } }, n) => {
      rows.push(qualityRow(`– ${height}p, SSIM`, ours[n], theirs[n]))
    })
    if (pictures !== 'noise') continue
    const what = 'Transcoder, largest resident memory, MB'
    rows.push(loadRow(what, loads, ({ peakMegabytes }) => peakMegabytes, 0, '≤ 1.20'))
  }
  return rows
}

function targetOf({ video, durationSeconds }: (typeof LADDER)[number]): VideoTarget {
  const { width, height, fps, bps, codec } = video
  return {
    ...{ width, height, frameRate: fps, bitRateBps: bps, segmentSeconds: durationSeconds },
    profile: codec === 'h264_high' ? 'high' : 'main',
  }
}

function loadRow(
  what: string,
  { ours, theirs }: { readonly ours: readonly Load[]; readonly theirs: readonly Load[] },
  value: (load: Load) => number,
  digits: number,
  target: string,
): Row {
  return comparison(what, ours.map(value), { name: 'ffmpeg', values: theirs.map(value) }, digits, target)
}

function qualityRow(what: string, ours?: Quality, theirs?: Quality): Row {
  const told = (quality?: Quality) =>
    `${quality?.ssim.toFixed(5)} at ${quality?.kilobitsPerSecond.toFixed(0)} kbit/s`
  const difference = (ours?.ssim ?? NaN) - (theirs?.ssim ?? NaN)
  return [what, told(ours), `ffmpeg: ${told(theirs)}`, difference.toFixed(5), '≥ −0.0005']
}
