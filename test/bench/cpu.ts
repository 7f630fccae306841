import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Peer } from './peers.ts'
import { cpuSeconds, median, peakMegabytes } from './processes.ts'
import { publish } from './source.ts'

export interface Load {
  /** CPU seconds per second of media, in the steady state after the first segment. */
  readonly cpu: number
  /** Largest resident memory of each process, MB, largest first. */
  readonly peakMegabytes: readonly number[]
}

/** Publishes the file to the peer and measures it for `seconds` from its first segment on. */
export async function measure(peer: Peer, file: string, seconds: number): Promise<Load> {
  const publisher = publish(file, peer.url)
  try {
    await peer.started()
    const pids = peer.pids()
    const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
    const before = used()
    const from = performance.now()
    // The publisher sends in real time, so that a second of media lasts a second.
    await delay(seconds * 1000)
    const elapsed = (performance.now() - from) / 1000
    return {
      cpu: (used() - before) / elapsed,
      peakMegabytes: pids.map(peakMegabytes).sort((a, b) => b - a),
    }
  } finally {
    publisher.kill('SIGKILL')
    await once(publisher, 'exit')
    peer.stop()
  }
}

/** Rounds of both, interleaved so that whatever else the machine does meets both. */
export async function compare(
  ours: () => Promise<Peer>,
  theirs: () => Promise<Peer>,
  file: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<{ ours: Load[]; theirs: Load[]; ratio: number }> {
  const result = { ours: [] as Load[], theirs: [] as Load[] }
  for (let round = 1; round <= rounds; round++) {
    result.theirs.push(await measure(await theirs(), file, seconds))
    result.ours.push(await measure(await ours(), file, seconds))
    console.log(
      `  round ${round}: ours ${result.ours.at(-1)?.cpu.toFixed(3)}, theirs ${result.theirs.at(-1)?.cpu.toFixed(3)}`,
    )
  }
  const cpu = (loads: Load[]) => median(loads.map((load) => load.cpu))
  return { ...result, ratio: cpu(result.ours) / cpu(result.theirs) }
}
