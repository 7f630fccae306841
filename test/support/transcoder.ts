import { fileURLToPath } from 'node:url'
import type { AudioTarget, VideoTarget } from '../../service/contract/media.ts'
import type { TranscoderRequests } from '../../service/contract/worker-protocol.ts'
import { startMediaLink } from '../../service/media/link/media-link.ts'
import type { LinkFrame, LinkPeer } from '../../service/media/link/media-link.ts'
import type { TranscodePlan, TranscodeStats } from '../../service/media/link/plan.ts'
import { nodeHost } from '../../service/platform/host.ts'
import type { WorkerProcess } from '../../service/platform/host.ts'
import { newSecret } from '../../service/platform/ids.ts'
import { Rpc } from '../../service/platform/rpc.ts'
import type { SourceFixture } from './flv-fixture.ts'
import { newOutputs, planFor, putFrame } from './transcoder-outputs.ts'
import type { Outputs } from './transcoder-outputs.ts'
import { waitFor } from './wait-for.ts'

/** A limit for broken code: warming up takes seconds on a busy machine. */
const DEADLINE = 60_000

/** A real transcoder process with everything that it sent. */
export interface TestTranscoder extends Outputs {
  readonly process: WorkerProcess
  readonly peer: LinkPeer
  /** Resolves by `finished`, rejects by `failed` or when the link closes without either. */
  readonly finished: Promise<TranscodeStats>
  /** Sends a frame, waiting while too much is under way. */
  send(frame: LinkFrame): Promise<void>
}

/** Starts a transcoder and gives it this plan. */
export async function startTranscoder(plan: TranscodePlan): Promise<TestTranscoder> {
  const link = await startMediaLink()
  const entry = (name: string) => new URL(`../../service/media/${name}/worker.ts`, import.meta.url)
  const worker = await nodeHost((name) => fileURLToPath(entry(name))).start('transcode')
  const rpc = Rpc.connect<TranscoderRequests, Record<string, never>>(worker, {})
  const token = newSecret()
  const [peer] = await Promise.all([
    link.accept(token, DEADLINE),
    rpc.request('assign', { pipe: link.path, token }, DEADLINE),
  ])
  await link.close()
  const transcoder = collect(worker, peer, newOutputs(plan))
  await transcoder.send({ type: 'plan', plan })
  return transcoder
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

function collect(worker: WorkerProcess, peer: LinkPeer, outputs: Outputs): TestTranscoder {
  const { promise: finished, resolve, reject } = Promise.withResolvers<TranscodeStats>()
  finished.catch(() => undefined)
  peer.onFrame((frame) => {
    if (frame.type === 'finished') resolve(frame.stats)
    else if (frame.type === 'failed') reject(new Error(frame.message))
    else putFrame(outputs, frame)
  })
  peer.onClose((error) => reject(new Error('the link closed', { cause: error })))
  return {
    ...outputs,
    process: worker,
    peer,
    finished,
    async send(frame) {
      if (peer.send(frame)) return
      await waitFor(() => peer.backlogBytes === 0, 'the transcoder to read')
      if (!peer.send(frame)) throw new Error('the link is closed')
    },
  }
}
