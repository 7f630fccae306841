import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { ffmpegSource } from '../../../test/support/flv-fixture.ts'
import type { SourceFixture } from '../../../test/support/flv-fixture.ts'
import { startTranscoder } from '../../../test/support/transcoder.ts'
import { planFor } from '../../../test/support/transcoder-outputs.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { VideoTarget } from '../../contract/media.ts'
import type { WireMessage } from '../../contract/worker-protocol.ts'
import { startMediaLink } from '../link/media-link.ts'

const ENTRY = fileURLToPath(new URL('./worker.ts', import.meta.url))
const TARGET: VideoTarget = {
  ...{ width: 160, height: 90, frameRate: 30, bitRateBps: 100_000, profile: 'high', segmentSeconds: 1 },
}
let source: SourceFixture

beforeAll(async () => {
  source = await ffmpegSource(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=30', '-f', 'lavfi', '-i', 'sine', '-t', '1'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  )
})

function started() {
  return startTranscoder(planFor(source, [TARGET], [{ bitRateBps: 64_000 }]))
}

function forkWorker() {
  const child = fork(ENTRY, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  const assign = async (pipe: string, token: string) => {
    const body = { pipe, token }
    child.send({ kind: 'request', id: 1, name: 'assign', body, deadlineMs: 0 } satisfies WireMessage)
    const [answer] = (await once(child, 'message')) as [WireMessage]
    return answer
  }
  return { child, exited, assign }
}

describe('a transcoder process', () => {
  test('gives units back while the source still runs', async () => {
    const transcoder = await started()
    for (const { kind, unit } of source.units) await transcoder.send({ type: kind, unit })
    await waitFor(() => transcoder.video[0]?.units.length, 'the first unit')
    await waitFor(() => transcoder.audio[0]?.units.length, 'the first sound')
    await transcoder.send({ type: 'end' })
    expect((await transcoder.finished).videoOutputs).toEqual([30])
  })

  test('ends with 0 when everything was delivered', async () => {
    const { exited, assign } = forkWorker()
    const link = await startMediaLink()
    const accepted = link.accept('token', 30_000)
    expect(await assign(link.path, 'token')).toMatchObject({ kind: 'reply' })
    const peer = await accepted
    peer.onFrame(() => undefined)
    peer.send({ type: 'plan', plan: planFor(source, [TARGET], []) })
    peer.send({ type: 'end' })
    expect(await exited).toEqual([0, null])
    await link.close()
  })

  test('killed in the middle, it closes its link at once', async () => {
    const transcoder = await started()
    for (const { kind, unit } of source.units) await transcoder.send({ type: kind, unit })
    await waitFor(() => transcoder.video[0]?.track, 'the track')
    const closed = new Promise((resolve) => transcoder.peer.onClose(resolve))
    process.kill(transcoder.process.pid, 'SIGKILL')
    await closed
    await expect(transcoder.finished).rejects.toThrow('the link closed')
  })

  test('ends when its link closes', async () => {
    const { exited, assign } = forkWorker()
    const link = await startMediaLink()
    const accepted = link.accept('token', 30_000)
    await assign(link.path, 'token')
    const peer = await accepted
    peer.onFrame(() => undefined)
    peer.send({ type: 'plan', plan: planFor(source, [TARGET], []) })
    for (const unit of source.video?.units ?? []) peer.send({ type: 'video', unit })
    peer.close()
    expect(await exited).toEqual([1, null])
    await link.close()
  })

  test('ends when it said a token that nobody waits for', async () => {
    const { exited, assign } = forkWorker()
    const link = await startMediaLink()
    await assign(link.path, 'wrong')
    expect(await exited).toEqual([1, null])
    await link.close()
  })

  test('takes one connection', async () => {
    const { child, exited, assign } = forkWorker()
    const link = await startMediaLink()
    const accepted = link.accept('token', 30_000)
    await assign(link.path, 'token')
    const peer = await accepted
    expect(await assign(link.path, 'token')).toMatchObject({
      kind: 'failure',
      error: { message: 'This transcoder has a connection already.' },
    })
    peer.close()
    child.disconnect()
    await exited
    await link.close()
  })

  test('ends when control is gone', async () => {
    const { child, exited } = forkWorker()
    child.disconnect()
    expect(await exited).toEqual([0, null])
  })

  test('tells when it cannot reach the ingest process', async () => {
    const { child, exited, assign } = forkWorker()
    const answer = await assign('/nowhere/media', 'token')
    expect(answer).toMatchObject({
      kind: 'failure',
      error: { message: expect.stringContaining('ENOENT') as string },
    })
    child.disconnect()
    await exited
  })
})

test('the link loads no native media library', () => {
  for (const file of ['media-link.ts', 'connect.ts', 'peer.ts', 'frames.ts', 'plan.ts', 'frame-codec.ts']) {
    expect(readFileSync(new URL(`../link/${file}`, import.meta.url), 'utf8')).not.toContain('node-av')
  }
})
