/**
 * The SFU against Janus: the same senders, receivers and feedback in front of either, in rounds that alternate.
 * Each SFU has the first core to itself, what loads it the second.
 */
import { execFile } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { janusIsInstalled } from '../support/janus/process.ts'
import { median } from './processes.ts'
import { spread } from './rows.ts'
import type { Row } from './rows.ts'
import type { Round, RoundRequest, SfuName, Shape } from './sfu/round-types.ts'

const SHAPES: readonly (Shape & { readonly target: string })[] = [
  { senders: 1, receivers: 40, target: '≤ 0.40' },
  { senders: 1, receivers: 80, target: '≤ 0.40' },
  { senders: 10, receivers: 10, target: '≤ 0.70' },
]
const LEAST_PER_CORE = '≥ 50000'
/** Less than this delivered, or the load generator out of breath, and a round is marked. */
const LEAST_DELIVERED = 0.99
const MOST_LOAD_CPU = 0.9
const LOAD_CORE = '1'

/** For docs/measurements.md: what the packets' way through the kernel costs, and what would shorten it. */
export const ABOUT_SFU = `\`npm run bench -- --only sfu --write\`: 1.5 Mbit/s of VP8 and 48 kbit/s of Opus from each sender, by the same senders and receivers in front of either SFU.

Of what is spent in the kernel about half is \`sendto\` (seen by \`perf record -g -p\`), one for each packet that goes to a receiver: libdatachannel encrypts a packet and hands it to libjuice, which sends it at once. Neither of them has a call for several, so packets are not sent together here. It would need three: in libjuice one that gives many datagrams to \`sendmmsg\`, or those of one picture for one receiver to one \`sendmsg\` with \`UDP_SEGMENT\` (GSO); in libdatachannel one that takes packets for many tracks and encrypts them into one buffer; in its binding for Node one that takes an array of both. Half of the share in the kernel is the most that this can bring: \`sendmmsg\` saves the way into the kernel and back, \`UDP_SEGMENT\` also that of each packet through its layers. The other half wakes threads: each packet that comes, the feedback of receivers too, goes from libjuice's thread to one of libdatachannel's and from there to JavaScript's.`

/** The rows, or none where Janus, `taskset` or a second core is missing. */
export async function compareSfus(options: {
  readonly rounds: number
  readonly seconds: number
}): Promise<Row[]> {
  if (!janusIsInstalled() || cpus().length < 2) {
    console.log('  left out: it needs Janus (Debian: janus) and two cores')
    return []
  }
  const rows: Row[] = []
  for (const { target, ...shape } of SHAPES) {
    const name = `${shape.senders} × ${shape.receivers}`
    const rounds: Record<SfuName, Round[]> = { janus: [], airdesk: [] }
    for (let i = 1; i <= options.rounds; i++) {
      for (const server of ['janus', 'airdesk'] as const) {
        const round = await run({ server, seconds: options.seconds, ...shape })
        rounds[server].push(round)
        console.log(`  ${name}, round ${i}, ${server}: ${describe(round)}`)
      }
    }
    rows.push(...rowsOf(name, shape, rounds, target))
  }
  return rows
}

async function run(request: RoundRequest): Promise<Round> {
  const file = join(import.meta.dirname, 'sfu/round.ts')
  const args = ['-c', LOAD_CORE, process.execPath, file, JSON.stringify(request)]
  const { stdout } = await promisify(execFile)('taskset', args)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Round
}

function rowsOf(name: string, shape: Shape, rounds: Record<SfuName, Round[]>, target: string): Row[] {
  const streams = shape.senders * shape.receivers
  const perStream = (of: readonly Round[]) => of.map(({ cpu }) => (cpu * 100) / streams)
  const perCore = (of: readonly Round[]) => of.map(({ packetsPerSecond, cpu }) => packetsPerSecond / cpu)
  const inKernel = (of: readonly Round[]) => of.map((round) => round.inKernel * 100)
  const { airdesk, janus } = rounds
  const ratio = (value: (of: readonly Round[]) => number[]) => median(value(airdesk)) / median(value(janus))
  return [
    [
      `SFU ${name}, % of a core per forwarded stream`,
      spread(perStream(airdesk), 3) + mark(airdesk),
      `Janus: ${spread(perStream(janus), 3)}${mark(janus)}`,
      ratio(perStream).toFixed(2),
      target,
    ],
    [
      `SFU ${name}, packets/s per core`,
      spread(perCore(airdesk), 0),
      `Janus: ${spread(perCore(janus), 0)}`,
      ratio(perCore).toFixed(2),
      LEAST_PER_CORE,
    ],
    [
      `SFU ${name}, of its CPU in the kernel, %`,
      spread(inKernel(airdesk), 0),
      `Janus: ${spread(inKernel(janus), 0)}`,
      '',
      '',
    ],
  ]
}

const isGood = ({ delivered, loadCpu }: Round) => delivered >= LEAST_DELIVERED && loadCpu <= MOST_LOAD_CPU

function mark(rounds: readonly Round[]): string {
  const bad = rounds.filter((round) => !isGood(round)).map(({ delivered }) => `${percent(delivered)} % came`)
  return bad.length === 0 ? '' : ` **not good: ${bad.join(', ')}**`
}

const percent = (share: number) => (share * 100).toFixed(1)

function describe(round: Round): string {
  const { cpu, packetsPerSecond, delivered, loadCpu, residentMegabytes, keyFrameRequests, nacked } = round
  return [
    `${percent(cpu)} % of a core for ${packetsPerSecond.toFixed(0)} packets/s`,
    `${percent(delivered)} % came`,
    `load generator ${percent(loadCpu)} %`,
    `${residentMegabytes.toFixed(0)} MB, ${keyFrameRequests} key frame requests, ${nacked} asked for again`,
    ...(isGood(round) ? [] : ['NOT GOOD']),
  ].join('; ')
}
