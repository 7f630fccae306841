/**
 * `npm run bench [-- --rounds 3 --seconds 30 --only ladder,passthrough,ingest,start,api,origin,first-frame,viewers,store-push,low-latency,movie,webhook-log,lists,sfu,sfu-spread,sfu-room,sfu-loss,picture-age,meters,kit,package,linux --write]`
 *
 * Measures Airdesk against named peers in the same run and prints a table, and the sizes of the packages;
 * `--write` puts what was measured into docs/measurements.md, and what is of viewers into docs/scale.md. Runs on Linux, since it reads /proc.
 */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { ABOUT_APIS, compareApis } from './api.ts'
import { AUDIENCE_BENCHES } from './audience.ts'
import { writeSections } from './document.ts'
import { ABOUT_INGEST, compareIngest } from './ingest.ts'
import { ABOUT_LADDERS, compareLadders } from './ladder.ts'
import { linuxPackageSizes } from './linux-packages.ts'
import { measureLists } from './lists.ts'
import { CONNECTIONS } from './load.ts'
import { compareMeters } from './meters.ts'
import { compareMovies } from './movie.ts'
import { packageSizes } from './package.ts'
import { ABOUT_PASSING, comparePassing } from './passing.ts'
import { measurePictureAge } from './picture-age.ts'
import { spread } from './rows.ts'
import type { Row } from './rows.ts'
import { compareLoss } from './sfu-loss.ts'
import { ONE_ROOM, ROOMS, compareSpread } from './sfu-spread.ts'
import { ABOUT_SFU, compareSfus } from './sfu.ts'
import { kitStarts, warmStarts } from './start.ts'
import { compareLogs } from './webhook-log.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '30' },
    only: {
      type: 'string',
      default:
        'ladder,passthrough,ingest,start,api,origin,first-frame,viewers,store-push,low-latency,movie,webhook-log,lists,sfu,sfu-loss,picture-age,meters,kit,package,linux',
    },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const only = values.only.split(',')
/** Of docs/scale.md, by heading. */
const audience = new Map<string, string>()
const sections = new Map<string, string>()

/** A part of docs/measurements.md of its own; none where nothing was measured. */
function section(heading: string, measured: readonly Row[], about?: string): void {
  if (measured.length > 0) sections.set(heading, [about ?? [], told(measured)].flat().join('\n\n'))
}

async function ladder(service: RunningService): Promise<void> {
  console.log('ladder: 1080p30 6 Mbps in, 720p30 + 360p30 + AAC out, against one ffmpeg command')
  section('The ladder', await compareLadders(service, { rounds, seconds }), ABOUT_LADDERS)
}

async function passthrough(service: RunningService): Promise<void> {
  console.log('passthrough: 720p30 2 Mbps in, the same as HLS out, against nginx-rtmp')
  section('Passing through', await comparePassing(service, { rounds, seconds }), ABOUT_PASSING)
}

async function start(): Promise<void> {
  console.log('start: serve on an existing data folder, to the ready file')
  const times = await warmStarts(rounds + 2)
  section('Start', [['Warm start to ready file, s', spread(times, 2), '', '', '≤ 1.0']])
}

async function api(service: RunningService): Promise<void> {
  console.log(
    `api: ${CONNECTIONS} connections, against bare Fastify with the same validation and the same write`,
  )
  section('The APIs', await compareApis(service, { rounds, seconds }), ABOUT_APIS)
}

/** Each of a service of its own, which nothing else has used. */
const OF_A_SERVICE = { ladder, passthrough, api }

async function onOwnService(measure: (service: RunningService) => Promise<void>): Promise<void> {
  const service = await startService()
  try {
    await measure(service)
  } finally {
    await service.stop()
  }
}

const version = (command: string, args: string[]) => {
  const { stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return error ? '' : (`${stdout}${stderr}`.split('\n')[0] ?? '')
}
const inRounds = (length: number) =>
  `${rounds} rounds of ${length} s each, interleaved; medians, single values in brackets`

/** The table of what was measured, and of what it was measured with and how; printed too. */
function told(measured: readonly Row[], how = inRounds(seconds)): string {
  const table = [
    '| What | Airdesk | Peer | Ratio | Target |',
    '| --- | --- | --- | --- | --- |',
    ...measured.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
  const context = [
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    version('ffmpeg', ['-version']),
    version('/usr/sbin/nginx', ['-v']),
    version('/usr/bin/janus', ['--help']),
    how,
  ].filter(Boolean)
  console.log(`\n${table}\n\n${context.join('\n')}`)
  return `${table}\n\n${context.map((c) => `- ${c}`).join('\n')}`
}

for (const [name, measure] of Object.entries(OF_A_SERVICE))
  if (only.includes(name)) await onOwnService(measure)
if (only.includes('ingest')) {
  console.log('ingest: many publishers of 1080p at once, against nginx-rtmp and node-media-server')
  section('Ingest', await compareIngest({ rounds, seconds }), ABOUT_INGEST)
}
if (only.includes('start')) await start()
for (const { name, begins, heading, about, how = inRounds, mostSeconds, run } of AUDIENCE_BENCHES) {
  if (!only.includes(name)) continue
  console.log(`${name}: ${begins}`)
  const length = Math.min(seconds, mostSeconds ?? seconds)
  const measured = await run({ rounds, seconds: length })
  if (measured.length > 0) audience.set(heading, `${about}\n\n${told(measured, how(length))}`)
}
if (only.includes('movie')) {
  console.log('movie: 10 minutes of 720p recorded, against ffmpeg -c copy -movflags +faststart')
  section('Recordings as a movie', await compareMovies({ rounds }))
}
if (only.includes('webhook-log')) {
  console.log('webhook-log: 100,000 rows in Chromium, against a plain HTML table')
  section('Long logs', await compareLogs({ rounds, seconds }))
}
if (only.includes('lists')) {
  console.log(
    'lists: 10,000 schedules with their channels and 10,000 more, created, listed, and started with again',
  )
  section('Long lists', await measureLists({ rounds, seconds }))
}
if (only.includes('sfu')) {
  console.log('sfu: 1.5 Mbit/s of VP8 and Opus forwarded, against Janus VideoRoom')
  section('Forwarding', await compareSfus({ rounds, seconds }), ABOUT_SFU)
}
if (only.includes('sfu-loss')) {
  console.log('sfu-loss: Chromium through a network that loses packets, against Janus VideoRoom')
  section('Networks that lose packets', await compareLoss({ rounds, seconds }))
}
if (only.includes('picture-age')) {
  console.log('picture-age: the test picture as viewers get it, against the clock that is in it')
  section('Age of the picture', await measurePictureAge(seconds))
}
if (only.includes('meters')) {
  console.log('meters: the control room with four tiles in Chromium, against the same without meters')
  section('Meters', await compareMeters({ rounds, seconds }))
}

if (values.write && audience.size > 0) writeSections(audience, inRoot('docs', 'scale.md'))
for (const [which, title, shape] of [
  ['sfu-spread', 'Rooms over two SFU processes', ROOMS],
  ['sfu-room', 'One room over two SFU processes', ONE_ROOM],
] as const) {
  if (!only.includes(which)) continue
  console.log(`${which}: ${shape.name} in two SFU processes, against one`)
  section(title, await compareSpread(shape, { rounds, seconds }), shape.about)
}
if (only.includes('kit')) {
  console.log('kit: startAirdesk({ emulator: true }) in a process that has started one before')
  const table = [
    '| What | Airdesk | Target |',
    '| --- | --- | --- |',
    `| \`startAirdesk({ emulator: true })\` to ready, in a warm process, s | ${spread(await kitStarts(rounds + 2), 2)} | ≤ 1 |`,
    `\nOn ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}; the median, single values in brackets.`,
  ].join('\n')
  console.log(`\n${table}`)
  sections.set('Start of the test kit', table)
}
if (only.includes('package')) {
  console.log('package: the npm package, packed and installed')
  const table = packageSizes()
  console.log(`\n${table}`)
  sections.set('Size of the npm package', table)
}
if (only.includes('linux')) {
  console.log('linux: the Debian package and the portable folder')
  const table = linuxPackageSizes()
  console.log(`\n${table}`)
  sections.set('Size of the Linux packages', table)
}
if (values.write) writeSections(sections)
