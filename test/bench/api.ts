import { callOption, loginMaster } from '../support/option-client.ts'
import { RENDITION_360, callLive } from '../support/live-client.ts'
import type { Ready, RunningService } from '../support/service.ts'
import { CONNECTIONS, load, startBareServer } from './load.ts'
import type { Load, LoadRequest } from './load.ts'
import { minuteText } from './minutes.ts'
import { median } from './processes.ts'
import { spread } from './rows.ts'
import type { BenchOptions, Row } from './rows.ts'

const SCHEDULES = 10
const LIST_CHANNELS = 'Service_20200729.ListChannelIDs'

/** For docs/measurements.md: what stands beside what. */
export const ABOUT_APIS = `Under load from ${CONNECTIONS} connections, in rounds that alternate with the peer's. Airdesk does all that it always does: the guard of Host and Origin, the token, quotas, strict JSON, its rules, the check of answers, the log of calls and, for what changes something, the audit log. The peer is a bare Fastify server in a process of its own (\`test/bench/bare-server.ts\`): it checks what is sent by Fastify's own compiled schemas, made of those of both APIs; it has no token, rules, checks of answers or log. The two answers that are read are objects which it has ready. For \`POST /api/schedule\` it makes the same write: the same rows in one transaction on two files, the database and the audit log's, by better-sqlite3 with the same settings (\`journal_mode = WAL\`, \`synchronous = FULL\`), each by a commit of its own; Airdesk writes what came in the same turn of its event loop by one commit, in which it counts up the entry of the audit log once for all, and answers once that is on disk. Each POST has a period of its own; the other requests are always the same, and what Airdesk reads of the database is remembered until something is written there. A listing that did not change is made, checked and written as JSON once and sent again as it is, while the peer writes its own as JSON each time: of the two that are read, the figures are those of answers that did not change. CPU is that of the whole process, all threads, for each request. What the log of calls cannot take at such a rate it leaves out, and says so; how much that is stands in the table. How fast the computer is just then changes the ratios: within one hour on one of them, and with an earlier log of calls, GET was at 0.64 to 0.82 of Fastify and ListChannelIDs at 0.57 to 0.70.`

/** One request, to Airdesk and to a bare Fastify route. */
interface ApiComparison {
  readonly name: string
  readonly ours: readonly Load[]
  readonly theirs: readonly Load[]
  /** Of our calls in each round, those that the log of calls had to leave out, %. */
  readonly unlogged: readonly number[]
}

/**
 * `GET /api/schedule` and ListChannelIDs with ten schedules and their channels, and `POST /api/schedule`, checked,
 * authenticated and logged as always, in rounds that alternate with the bare server's, so that whatever else the
 * machine does meets both.
 */
export async function compareApis(service: RunningService, options: BenchOptions): Promise<Row[]> {
  return (await measureApis(service, options)).flatMap(rowsOf)
}

async function measureApis(
  { ready, pid, output }: RunningService,
  { rounds, seconds }: BenchOptions,
): Promise<ApiComparison[]> {
  const token = await loginMaster(ready)
  await fill(ready, token)
  const ours = requests(ready.option_base_url, ready.live_base_url, token, ready.access_token)
  const answers = await Promise.all([bodyOf(ours.schedules), bodyOf(ours.channels)])
  const bare = await startBareServer(answers)
  try {
    const theirs = requests(bare.url, bare.url, token, ready.access_token)
    await checkSame(theirs, answers)
    const pairs = [
      { name: 'GET /api/schedule', ours: ours.schedules, theirs: theirs.schedules },
      { name: 'ListChannelIDs', ours: ours.channels, theirs: theirs.channels },
    ]
    const servers = { ours: pid, theirs: bare.pid, missing: () => missingIn(output()) }
    const read = await measurePairs(pairs, servers, { rounds, seconds })
    // Last, as what is listed grows by it.
    const create = { name: 'POST /api/schedule', ours: ours.create, theirs: theirs.create }
    return [...read, ...(await measurePairs([create], servers, { rounds, seconds }))]
  } finally {
    await bare.stop()
  }
}

interface Pair {
  readonly name: string
  readonly ours: LoadRequest
  readonly theirs: LoadRequest
}

async function measurePairs(
  pairs: readonly Pair[],
  servers: { readonly ours: number; readonly theirs: number; readonly missing: () => number },
  { rounds, seconds }: BenchOptions,
): Promise<ApiComparison[]> {
  // The compiler learns what is hot from the first thousands of requests.
  for (const pair of pairs)
    await Promise.all([load(pair.theirs, servers.theirs, 2), load(pair.ours, servers.ours, 2)])
  const results = pairs.map(({ name }) => ({
    name,
    ours: [] as Load[],
    theirs: [] as Load[],
    unlogged: [] as number[],
  }))
  for (let round = 1; round <= rounds; round++) {
    for (const [index, pair] of pairs.entries()) {
      const theirs = await load(pair.theirs, servers.theirs, seconds)
      const before = servers.missing()
      const ours = await load(pair.ours, servers.ours, seconds)
      results[index]?.unlogged.push(((servers.missing() - before) / ours.requests) * 100)
      results[index]?.theirs.push(theirs)
      results[index]?.ours.push(ours)
      const rate = ({ requestsPerSecond, p50, p99, cpuMicroseconds }: Load) =>
        `${requestsPerSecond.toFixed(0)}/s ${p50}/${p99} ms ${cpuMicroseconds.toFixed(0)} µs of CPU`
      console.log(`  round ${round}, ${pair.name}: ours ${rate(ours)}, theirs ${rate(theirs)}`)
    }
  }
  return results
}

/** Calls that the service's own log says are missing in the log of calls. */
const missingIn = (output: string): number =>
  [...output.matchAll(/"calls":(\d+).*missing in the request log/g)].reduce(
    (sum, [, calls]) => sum + Number(calls),
    0,
  )

function rowsOf({ name, ours, theirs, unlogged }: ApiComparison): Row[] {
  const row = (what: string, member: keyof Load, target: string, withRatio: boolean): Row => {
    const [mine, others] = [ours.map((one) => one[member]), theirs.map((one) => one[member])]
    const ratio = withRatio ? (median(mine) / median(others)).toFixed(2) : ''
    return [`${name}, ${what}`, spread(mine, 0), `Fastify: ${spread(others, 0)}`, ratio, target]
  }
  return [
    row('requests/s', 'requestsPerSecond', '≥ 0.8', true),
    row('CPU per request, µs', 'cpuMicroseconds', '', true),
    row('p50, ms', 'p50', '', false),
    row('p99, ms', 'p99', name.startsWith('POST') ? '' : '≤ 9', false),
    [`${name}, missing in the log of calls, %`, spread(unlogged, 1), '', '', ''],
  ]
}

function requests(optionBase: string, liveBase: string, token: string, accessToken: string) {
  return {
    schedules: {
      url: `${optionBase}/api/schedule`,
      method: 'GET',
      headers: { authorization: `Bearer ${token}` },
    },
    channels: {
      url: `${liveBase}/`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'x-sfu-target': LIST_CHANNELS,
      },
      body: '{}',
    },
    create: {
      url: `${optionBase}/api/schedule`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name: 'Evening show', start_datetime: 'START', end_datetime: 'END' },
        service_params: [RENDITION_360],
      }),
    },
  } as const
}

async function fill(ready: Ready, token: string): Promise<void> {
  for (let i = 0; i < SCHEDULES; i++) {
    const json = {
      name: `Evening show ${i + 1}`,
      start_datetime: minuteText(60 * i),
      end_datetime: minuteText(60 * (i + 1)),
      service_params: [RENDITION_360],
    }
    const { status, text } = await callOption(ready.option_base_url, 'POST', '/api/schedule', { token, json })
    if (status !== 200) throw new Error(text)
  }
  const { channel_ids } = await callLive(ready, LIST_CHANNELS, {})
  if (channel_ids.length !== SCHEDULES) throw new Error(`${channel_ids.length} channels`)
}

async function bodyOf({ url, ...request }: LoadRequest): Promise<unknown> {
  const response = await fetch(url, request)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}

async function checkSame(theirs: ReturnType<typeof requests>, answers: readonly unknown[]): Promise<void> {
  const same = await Promise.all([bodyOf(theirs.schedules), bodyOf(theirs.channels)])
  if (JSON.stringify(same) !== JSON.stringify(answers)) throw new Error('the answers differ')
}
