import { expect, test as kit } from '../../../../service/kit/vitest.ts'

const test = kit.extend({ airdeskOptions: [{ seed: 7 }, { scope: 'worker' }] })

test('options start a service', async ({ airdesk }) => {
  expect(airdesk.dataDir).not.toBe(process.env['AIRDESK_DATA_DIR'])
  await airdesk.live('Service_20200729.ListChannelIDs', {})
  await airdesk.clock.freeze()
})
