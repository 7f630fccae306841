/** A hundred tests at once on one service; `test/integration/kit-parallel.nightly.test.ts` runs them. */
import { writeFileSync } from 'node:fs'
import { afterAll } from 'vitest'
import { describe, expect, test as kit } from '../../../service/kit/vitest.ts'

const TESTS = 100
const times: number[] = []
let present = 0
const everybodyIsThere = Promise.withResolvers<undefined>()

/** As the kit's own, with the time that it takes. */
const test = kit.extend('system', async ({ airdesk }, { onCleanup }) => {
  const before = performance.now()
  const system = await airdesk.system()
  times.push(performance.now() - before)
  onCleanup(() => system.close())
  return system
})

describe.concurrent('tests at the same time', () => {
  for (let i = 0; i < TESTS; i++) {
    test(`test ${i} sees what it made, and nothing else`, async ({ system }) => {
      const webhooks = await system.webhooks()
      const { data } = await system.live('Service_20200316.CreateMultistreamChannel', {
        event_webhook_url: webhooks.url,
      })
      const body = {
        name: `show ${i}`,
        ...{ start_datetime: '2030/01/01 19:00:00', end_datetime: '2030/01/01 20:00:00' },
        service_params: [],
      }
      // All have the same hour, which two of one system could not.
      const planned = await system.option.POST('/api/schedule', { body })
      expect(planned.response.status).toBe(200)
      present += 1
      if (present === TESTS) everybodyIsThere.resolve(undefined)
      await everybodyIsThere.promise
      const channels = await system.live('Service_20200729.ListChannelIDs', {})
      const schedules = await system.option.GET('/api/schedule')
      expect(JSON.stringify(channels.data)).toContain(data?.channel_id)
      expect(JSON.stringify(schedules.data).match(/"show \d+"/g)).toEqual([`"show ${i}"`])
      expect(webhooks.received).toEqual([])
    })
  }
})

afterAll(() => writeFileSync(process.env['FIGURES'] ?? '/dev/null', JSON.stringify(times)))
