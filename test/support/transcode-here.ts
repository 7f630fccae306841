import type { AudioTarget, AudioTrack, VideoTarget, VideoTrack } from '../../service/contract/media.ts'
import type { LinkFrame } from '../../service/media/link/frames.ts'
import type { TranscodeStats } from '../../service/media/link/plan.ts'
import { silenceFfmpeg } from '../../service/media/transcode/native.ts'
import { Transcoder } from '../../service/media/transcode/transcoder.ts'
import type { SourceFixture } from './flv-fixture.ts'
import { newOutputs, planFor, putFrame } from './transcoder-outputs.ts'
import type { Output } from './transcoder-outputs.ts'

/** Transcodes a whole source in this process, where the process itself is not what is tested. */
export function transcodeHere(
  source: SourceFixture,
  videoTargets: VideoTarget[],
  audioTargets: AudioTarget[] = [{ bitRateBps: 96_000 }],
): {
  video: readonly Output<VideoTrack>[]
  audio: readonly Output<AudioTrack>[]
  stats: TranscodeStats
} {
  silenceFfmpeg()
  const plan = planFor(source, videoTargets, audioTargets)
  const outputs = newOutputs(plan)
  const finished: TranscodeStats[] = []
  const transcoder = new Transcoder((frame) => {
    if (frame.type === 'finished') finished.push(frame.stats)
    else putFrame(outputs, frame)
  })
  const frames: LinkFrame[] = source.units.map(({ kind, unit }) => ({ type: kind, unit }))
  for (const frame of [{ type: 'plan' as const, plan }, ...frames, { type: 'end' as const }]) {
    transcoder.handle(frame)
  }
  transcoder.close()
  const [stats] = finished
  if (!stats) throw new Error('the transcoder did not finish')
  return { ...outputs, stats }
}
