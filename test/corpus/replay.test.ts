/** Whatever is rebuilt inside, both public APIs answer what they answered before, byte for byte. */
import { describe, expect, it } from 'vitest'
import { LIVE_ERRORS, OPTION_ERRORS } from '../../service/contract/errors.ts'
import { readCorpus } from './corpus.ts'
import type { Recorded } from './corpus.ts'
import { Play } from './play.ts'
import { APIS, startStage } from './stage.ts'

describe.each(APIS)('the %s API', (api) => {
  it.each(readCorpus(api))('answers as recorded: $name', async ({ stage: options, steps }) => {
    const stage = await startStage(api, options)
    const play = new Play(stage)
    const now: Recorded[] = []
    try {
      for (const step of steps) now.push(await play.again(step))
    } finally {
      await stage.close()
    }
    expect(now).toEqual(steps)
  })
})

const asked = APIS.map((api) =>
  readCorpus(api).flatMap(({ steps }) => steps.filter((step) => 'answer' in step)),
)

it('the corpus has more than 500 requests', () => expect(asked.flat().length).toBeGreaterThan(500))

/** Of the console, or after a time that no test waits for. */
const NOT_OF_REQUESTS = {
  live: ['RequestTimeout', 'TooManyRequests'],
  option: [
    ...['NOT_REDELIVERABLE', 'NAME_TAKEN', 'TOO_MANY_CATCHERS', 'STILL_RECORDING', 'NOT_WAITING'],
    ...['NOT_PLAYABLE', 'ON_AIR', 'STATE_UNUSABLE', 'STORE_FAILED', 'STORAGE_FULL'],
    ...['TOO_MANY_SNAPSHOTS', 'STATE_BUSY'],
    ...['REQUEST_TIMEOUT', 'INTERNAL', 'SERVICE_UNAVAILABLE'],
    ...['NOT_EMULATED', 'CLOCK_BACK', 'CLOCK_MOVING'],
  ],
}

it.each([
  ['live', LIVE_ERRORS, asked[0], NOT_OF_REQUESTS.live],
  ['option', OPTION_ERRORS, asked[1], NOT_OF_REQUESTS.option],
] as const)('the corpus has every refusal of the %s API', (_, errors, exchanges = [], others) => {
  const answered = exchanges.map(({ answer }) => answer.body)
  const missing = Object.keys(errors).filter((code) => !answered.some((body) => body.includes(`"${code}"`)))
  expect(missing.toSorted()).toEqual(others.toSorted())
})
