import { callOption, loginMaster } from '../support/option-client.ts'
import { RENDITION_360, callLive } from '../support/live-client.ts'
import type { Ready, RunningService } from '../support/service.ts'
import { load, startBareServer } from './load.ts'
import type { Load, LoadRequest } from './load.ts'
import { median } from './processes.ts'

const SCHEDULES = 10
const LIST_CHANNELS = 'Service_20200729.ListChannelIDs'

/** One request, to Airdesk and to a bare Fastify route with the same answer. */
export interface ApiComparison {
  readonly name: string
  readonly ours: readonly Load[]
  readonly theirs: readonly Load[]
  /** Of requests per second, medians. */
  readonly ratio: number
}

/**
 * `GET /api/schedule` and ListChannelIDs with ten schedules and their channels, checked, authenticated and
 * logged as always, in rounds that alternate with the bare server's, so that whatever else the machine does
 * meets both.
 */
export async function compareApis(
  { ready }: RunningService,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
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
    return await measurePairs(pairs, rounds, seconds)
  } finally {
    bare.stop()
  }
}

interface Pair {
  readonly name: string
  readonly ours: LoadRequest
  readonly theirs: LoadRequest
}

async function measurePairs(
  pairs: readonly Pair[],
  rounds: number,
  seconds: number,
): Promise<ApiComparison[]> {
  // The compiler learns what is hot from the first thousands of requests.
  for (const pair of pairs) await Promise.all([load(pair.theirs, 2), load(pair.ours, 2)])
  const results = pairs.map(({ name }) => ({ name, ours: [] as Load[], theirs: [] as Load[] }))
  for (let round = 1; round <= rounds; round++) {
    for (const [index, pair] of pairs.entries()) {
      const theirs = await load(pair.theirs, seconds)
      const ours = await load(pair.ours, seconds)
      results[index]?.theirs.push(theirs)
      results[index]?.ours.push(ours)
      const rate = ({ requestsPerSecond, p50, p99 }: Load) =>
        `${requestsPerSecond.toFixed(0)}/s ${p50}/${p99} ms`
      console.log(`  round ${round}, ${pair.name}: ours ${rate(ours)}, theirs ${rate(theirs)}`)
    }
  }
  const perSecond = (loads: readonly Load[]) => median(loads.map((one) => one.requestsPerSecond))
  return results.map((result) => ({ ...result, ratio: perSecond(result.ours) / perSecond(result.theirs) }))
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
  } as const
}

async function fill(ready: Ready, token: string): Promise<void> {
  const day = Date.UTC(2030, 0, 1)
  const at = (hour: number) =>
    new Date(day + hour * 3_600_000).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')
  for (let i = 0; i < SCHEDULES; i++) {
    const json = {
      name: `Evening show ${i + 1}`,
      start_datetime: at(i),
      end_datetime: at(i + 1),
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
