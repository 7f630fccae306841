import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Peer } from './peers.ts'
import { publish } from './source.ts'

export interface Load {
  /** CPU seconds for each second of media, over the whole broadcast. */
  readonly cpu: number
  /** Largest resident memory of the largest process, MB. */
  readonly peakMegabytes: number
}

/** Publishes `seconds` of the file in real time to the peer and waits until all of it is done. */
export async function measure(peer: Peer, file: string, seconds: number): Promise<Load> {
  const publisher = publish(file, peer.url, seconds)
  const exited = once(publisher, 'exit')
  try {
    // Asked shortly before the end, while everything still runs.
    await delay((seconds - 2) * 1000)
    const peak = peer.peakMegabytes()
    await exited
    await peer.finished()
    return { cpu: peer.cpu() / seconds, peakMegabytes: peak }
  } finally {
    publisher.kill('SIGKILL')
    peer.stop()
  }
}

/** Rounds of both, interleaved so that whatever else the machine does meets both. */
export async function compare(
  ours: () => Promise<Peer>,
  theirs: () => Promise<Peer>,
  file: string,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<{ ours: Load[]; theirs: Load[] }> {
  const result = { ours: [] as Load[], theirs: [] as Load[] }
  for (let round = 1; round <= rounds; round++) {
    const theirLoad = await measure(await theirs(), file, seconds)
    const ourLoad = await measure(await ours(), file, seconds)
    result.theirs.push(theirLoad)
    result.ours.push(ourLoad)
    console.log(`  round ${round}: ours ${ourLoad.cpu.toFixed(4)}, theirs ${theirLoad.cpu.toFixed(4)}`)
  }
  return result
}
