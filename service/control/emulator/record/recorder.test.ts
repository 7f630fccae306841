import { expect, it } from 'vitest'
import type { TestSystem } from '../../../contract/console/emulator/systems.ts'
import { readRecord } from '../../../contract/record/record.ts'
import { Recorder } from './recorder.ts'

const BEFORE = {
  ...{ option_base_url: 'http://127.0.0.1:1', live_base_url: 'http://127.0.0.1:2' },
  ...{ console_url: 'http://127.0.0.1:3', console_page_url: 'http://name.localhost:3' },
  ...{ signaling_url: 'wss://127.0.0.1:4/signaling', media_base_url: 'https://127.0.0.1:5' },
  ...{ rtmp_base_url: 'rtmp://127.0.0.1:6', email: 'master@example.test' },
  ...{ password: 'secret-p', access_code: 'secret-c', access_token: 'secret-t' },
}

const system = (id: string): TestSystem => ({
  ...{ id, email: `${id}@airdesk.test`, webhookSecret: 'whsec_secret' },
  ...{ password: `secret-p-${id}`, accessCode: `secret-c-${id}`, accessToken: `secret-t-${id}` },
})

it('tells systems of tests, also those from before, without their secrets, and how long there were', () => {
  const recorder = new Recorder({
    ...{ version: '1.2.3', seed: null, clock: () => ({ now: () => 0 }), before: () => BEFORE },
  })
  recorder.systemMade(system('gone'), {})
  recorder.systemRemoved('gone')
  recorder.systemMade(system('one'), { name: 'One', timeZone: 'Asia/Tokyo' })
  recorder.start()
  recorder.systemMade(system('two'), {})
  recorder.systemRemoved('one')
  const text = recorder.file ?? ''
  expect(text).not.toContain('secret')
  const made = { kind: 'system', at: 0, event: 'made' }
  expect(readRecord(text).lines).toEqual([
    {
      ...{ ...made, system: 1, name: 'One', time_zone: 'Asia/Tokyo' },
      known: {
        ...{ email: 'one@airdesk.test', password: '***5', access_code: '***6', access_token: '***4' },
      },
    },
    {
      ...{ ...made, system: 2 },
      known: {
        ...{ email: 'two@airdesk.test', password: '***8', access_code: '***9', access_token: '***7' },
      },
    },
    { kind: 'system', at: 0, system: 1, event: 'removed' },
  ])
})
