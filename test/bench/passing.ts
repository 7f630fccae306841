/** One channel that is passed through, against nginx-rtmp: CPU for each second of media, and what memory is left. */
import { RENDITION_720 } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import type { RunningService } from '../support/service.ts'
import { airdeskChannel } from './airdesk.ts'
import { compare, measure } from './cpu.ts'
import { nginxPassthrough } from './peers.ts'
import { residentMegabytes } from './processes.ts'
import { comparison } from './rows.ts'
import type { BenchOptions, Row } from './rows.ts'
import { makeSource } from './source.ts'

/** How long V8 takes to compile what runs often at such a rate. */
const WARM_SECONDS = 180

export const ABOUT_PASSING = `One channel of 720p and 2 Mbit/s. What is measured are wake-ups more than bytes, each of which costs the more the less a computer has to do otherwise: nginx wakes some 50 times a second for what the encoder sends, Airdesk ten times, as what is only packaged may wait for 100 ms (\`service/media/rtmp/gathered-reads.ts\`). V8 compiles what runs often only after minutes at such a rate: a service that has just started is measured by itself, and compared after ${WARM_SECONDS} s of broadcasting, as a broadcast is longer than that. What a wake-up costs changes with the hour: the ratio was 1.62 and 2.03 on two days on the same kind of computer, with code that took the same when it was measured in turn.`

/** @returns none where nginx with its RTMP module is not installed */
export async function comparePassing(service: RunningService, how: BenchOptions): Promise<Row[]> {
  if (!(await nginxPassthrough().then((peer) => (peer?.stop(), peer)))) {
    console.log('  left out: nginx with its RTMP module is not installed (libnginx-mod-rtmp)')
    return []
  }
  const nginx = async () => {
    const peer = await nginxPassthrough()
    if (!peer) throw new Error('nginx is gone')
    return peer
  }
  const file = makeSource({ width: 1280, height: 720, bitRate: '2000k', seconds: 20 })
  const passed = () => airdeskChannel(service, [RENDITION_720], false)
  const first = await measure(await passed(), file, how.seconds)
  console.log(`  a service that has just started: ${first.cpu.toFixed(4)}`)
  await measure(await passed(), file, WARM_SECONDS)
  const { ours, theirs } = await compare(passed, nginx, file, how)
  const cpu = (loads: typeof ours) => loads.map((load) => load.cpu)
  const resident = (pid = 0) => residentMegabytes(pid).toFixed(0)
  const [ingest] = workerPids(service.pid, 'ingest')
  const what = 'Passing 720p through to HLS, CPU s per media s'
  return [
    comparison(what, cpu(ours), { name: 'nginx-rtmp', values: cpu(theirs) }, 4, '≤ 1.5'),
    [`– the first ${how.seconds} s of a service`, first.cpu.toFixed(4), '', '', ''],
    ['Control process, resident memory after that, MB', resident(service.pid), '', '', '≤ 150'],
    ['Ingest process, resident memory after that, MB', resident(ingest), '', '', '≤ 150'],
  ]
}
