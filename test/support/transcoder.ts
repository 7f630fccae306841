import { fileURLToPath } from 'node:url'
import type {
  AccessUnit,
  AudioTarget,
  AudioTrack,
  VideoTarget,
  VideoTrack,
} from '../../service/contract/media.ts'
import type { TranscoderRequests } from '../../service/contract/worker-protocol.ts'
import { startMediaLink } from '../../service/media/link/media-link.ts'
import type { LinkFrame, LinkPeer } from '../../service/media/link/media-link.ts'
import type { TranscodePlan, TranscodeStats } from '../../service/media/link/plan.ts'
import { nodeHost } from '../../service/platform/host.ts'
import type { WorkerProcess } from '../../service/platform/host.ts'
import { newSecret } from '../../service/platform/ids.ts'
import { Rpc } from '../../service/platform/rpc.ts'
import type { SourceFixture } from './flv-fixture.ts'
import { waitFor } from './wait-for.ts'

/** A limit for broken code: warming up takes seconds on a busy machine. */
const DEADLINE = 30_000

export interface Output<Track> {
  track: Track | null
  readonly units: AccessUnit[]
}

/** A real transcoder process with everything that it sent. */
export interface TestTranscoder {
  readonly process: WorkerProcess
  readonly peer: LinkPeer
  readonly video: readonly Output<VideoTrack>[]
  readonly audio: readonly Output<AudioTrack>[]
  /** Resolves by `finished`, rejects by `failed` or when the link closes without either. */
  readonly finished: Promise<TranscodeStats>
  /** Sends a frame, waiting while too much is under way. */
  send(frame: LinkFrame): Promise<void>
}

/** Starts a transcoder and gives it this plan. */
export async function startTranscoder(plan: TranscodePlan): Promise<TestTranscoder> {
  const link = await startMediaLink()
  const host = nodeHost((name) =>
    fileURLToPath(new URL(`../../service/media/${name}/worker.ts`, import.meta.url)),
  )
  const worker = await host.start('transcode')
  const rpc = Rpc.connect<TranscoderRequests, Record<string, never>>(worker, {})
  const token = newSecret()
  const [peer] = await Promise.all([
    link.accept(token, DEADLINE),
    rpc.request('assign', { pipe: link.path, token }, DEADLINE),
  ])
  await link.close()
  const transcoder = collect(worker, peer, plan)
  await transcoder.send({ type: 'plan', plan })
  return transcoder
}

/** The plan for a whole source. */
export function planFor(source: SourceFixture, video: VideoTarget[], audio: AudioTarget[]): TranscodePlan {
  return {
    video: source.video && { decoderConfig: source.video.decoderConfig, outputs: video },
    audio: source.audio && {
      decoderConfig: source.audio.decoderConfig,
      sampleRate: 48_000,
      channels: 2,
      outputs: audio,
    },
    preset: 'veryfast',
  }
}

/** Transcodes a whole source and waits for the end of it. */
export async function transcode(
  source: SourceFixture,
  video: VideoTarget[],
  audio: AudioTarget[] = [{ bitRateBps: 96_000 }],
): Promise<TestTranscoder & { stats: TranscodeStats }> {
  const transcoder = await startTranscoder(planFor(source, video, audio))
  for (const { kind, unit } of source.units) await transcoder.send({ type: kind, unit })
  await transcoder.send({ type: 'end' })
  return { ...transcoder, stats: await transcoder.finished }
}

function collect(worker: WorkerProcess, peer: LinkPeer, plan: TranscodePlan): TestTranscoder {
  const output = () => ({ track: null, units: [] })
  const video: Output<VideoTrack>[] = (plan.video?.outputs ?? []).map(output)
  const audio: Output<AudioTrack>[] = (plan.audio?.outputs ?? []).map(output)
  const { promise: finished, resolve, reject } = Promise.withResolvers<TranscodeStats>()
  finished.catch(() => undefined)
  peer.onFrame((frame) => {
    if (frame.type === 'finished') resolve(frame.stats)
    else if (frame.type === 'failed') reject(new Error(frame.message))
    else if (frame.type === 'unit')
      (frame.kind === 'video' ? video : audio)[frame.index]?.units.push(frame.unit)
    else if (frame.type === 'track' && frame.track.kind === 'video') setTrack(video[frame.index], frame.track)
    else if (frame.type === 'track' && frame.track.kind === 'audio') setTrack(audio[frame.index], frame.track)
  })
  peer.onClose((error) => reject(new Error('the link closed', { cause: error })))
  return {
    process: worker,
    peer,
    video,
    audio,
    finished,
    async send(frame) {
      if (peer.send(frame)) return
      await waitFor(() => peer.backlogBytes === 0, 'the transcoder to read')
      if (!peer.send(frame)) throw new Error('the link is closed')
    },
  }
}

function setTrack<Track>(output: Output<Track> | undefined, track: Track): void {
  if (output) output.track = track
}
