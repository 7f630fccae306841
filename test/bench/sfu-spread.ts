/**
 * Forty rooms of four, and one room of 160, in one SFU process and in two: what the busiest one has to do for the same
 * packets, which is what limits them where there are cores enough.
 */
import { execFile, spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median } from './processes.ts'
import { spread } from './rows.ts'
import type { BenchOptions, Row } from './rows.ts'
import type { SpreadRequest, SpreadRound } from './sfu/spread-types.ts'

/** What is the same of both, for docs/measurements.md. */
const COMMON = [
  'What the busiest process has to do is what limits them, so the ratio is how many times as',
  'many packets two forward until one of them has filled its core, on a computer that has a core for each. Here it has',
  'not: all of them share the first core, and the load generator has the second. So it is the CPU time that each process',
  'took, as the kernel counts it, that is set against the packets that came. Clients connect and give feedback as others',
  'do; the media for them is counted where it arrives, still encrypted, which takes the load generator a fraction of what',
  'decrypting takes. It never sleeps: the kernel has whoever sends to a process that sleeps pay for waking it. A round is',
  'marked where less than 99 % of the packets came, or the load generator had something to do for more than 95 % of the',
  'time.',
]

export interface SpreadShape extends Omit<SpreadRequest, 'processes' | 'seconds' | 'entry'> {
  readonly name: string
  /** For docs/measurements.md. */
  readonly about: string
}

/** Rooms that are each in one of the processes. */
export const ROOMS: SpreadShape = {
  ...{ name: '40 rooms of four', rooms: 40, members: 4, senders: 4, isShared: false, pace: 0.5 },
  about: [
    '`npm run bench -- --only sfu-spread --write`: 160 synthetic clients in forty rooms of four, each of which sends 25',
    'packets of sound and 15 of video a second and gets those of three others: 960 forwarded streams. That is half of what',
    'a client sends: all of them send here, which the load generator has to do too. The rooms are in turn in one SFU',
    'process or the other.',
    ...COMMON,
    'Control, which chooses the process of each channel, and the signaling of it have no part in this.',
  ].join(' '),
}

/** A room that is in all of them. */
export const ONE_ROOM: SpreadShape = {
  ...{
    name: 'One room of 160, three of which send,',
    rooms: 1,
    members: 160,
    senders: 3,
    isShared: true,
    pace: 1,
  },
  about: [
    '`npm run bench -- --only sfu-room --write`: 160 synthetic clients in one room. Three of them send sound and 30 packets',
    'of video a second, and each gets that of all others: 954 forwarded streams. The clients are in turn in one SFU process',
    'or the other, and each process hands what is sent in it on to the other once.',
    ...COMMON,
    'Control, which places each connection, and the signaling of it have no part in this.',
  ].join(' '),
}

const LEAST_GAIN = '≥ 1.7'
/** Less than this delivered, or the load generator out of breath, and a round is marked. */
const LEAST_DELIVERED = 0.99
const MOST_LOAD_BUSY = 0.95
const LOAD_CORE = '1'

/** The rows, or none where `taskset` or a second core is missing. */
export async function compareSpread(shape: SpreadShape, { rounds, seconds }: BenchOptions): Promise<Row[]> {
  if (spawnSync('taskset', ['--version']).error || cpus().length < 2) {
    console.log('  left out: it needs taskset and two cores')
    return []
  }
  const { name } = shape
  const one: SpreadRound[] = []
  const two: SpreadRound[] = []
  for (let i = 1; i <= rounds; i++) {
    for (const [processes, of] of [
      [1, one],
      [2, two],
    ] as const) {
      const round = await run({ ...shape, processes, seconds })
      of.push(round)
      console.log(`  ${name} round ${i}, ${processes}: ${describe(round)}`)
    }
  }
  const gain = median(two.map(perBusiest)) / median(one.map(perBusiest))
  return [
    [
      `${name} in two SFU processes, packets/s for each core of the busiest`,
      spread(two.map(perBusiest), 0) + mark(two),
      `one process: ${spread(one.map(perBusiest), 0)}${mark(one)}`,
      gain.toFixed(2),
      LEAST_GAIN,
    ],
    [
      'The same, cores that each process used',
      two.map(({ cpu }) => cpu.map((used) => used.toFixed(2)).join(' + ')).join(', '),
      `one process: ${one.map(({ cpu }) => cpu.map((used) => used.toFixed(2)).join()).join(', ')}`,
      '',
      '',
    ],
  ]
}

async function run(request: SpreadRequest): Promise<SpreadRound> {
  const file = join(import.meta.dirname, 'sfu/spread-round.ts')
  const args = ['-c', LOAD_CORE, process.execPath, file, JSON.stringify(request)]
  const { stdout } = await promisify(execFile)('taskset', args)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as SpreadRound
}

/** How much all of them would forward until the busiest has filled a core. */
const perBusiest = ({ packetsPerSecond, cpu }: SpreadRound): number => packetsPerSecond / Math.max(...cpu)

const isGood = ({ delivered, loadBusy }: SpreadRound) =>
  delivered >= LEAST_DELIVERED && loadBusy <= MOST_LOAD_BUSY

const percent = (share: number) => (share * 100).toFixed(1)

function mark(rounds: readonly SpreadRound[]): string {
  const bad = rounds
    .filter((round) => !isGood(round))
    .map(
      ({ delivered, loadBusy }) => `${percent(delivered)} % came, load generator busy ${percent(loadBusy)} %`,
    )
  return bad.length === 0 ? '' : ` **not good: ${bad.join(', ')}**`
}

function describe(round: SpreadRound): string {
  const { cpu, packetsPerSecond, delivered, loadBusy } = round
  return [
    `${cpu.map((used) => `${percent(used)} %`).join(' + ')} of a core for ${packetsPerSecond.toFixed(0)} packets/s`,
    `${percent(delivered)} % came`,
    `load generator busy ${percent(loadBusy)} %`,
    ...(isGood(round) ? [] : ['NOT GOOD']),
  ].join('; ')
}
