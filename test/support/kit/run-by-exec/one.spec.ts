/** `test/integration/exec.test.ts` runs these by `airdesk exec`: each file has a worker of its own. */
import { expect, test } from '../../../../service/kit/vitest.ts'
import { makeChannels } from './joined.ts'

test('a worker has a system of its own', async ({ airdesk, system }) => {
  await makeChannels(airdesk, system)
  expect(airdesk.dataDir).toBe(process.env['AIRDESK_DATA_DIR'])
  expect(airdesk.accessToken).not.toBe(process.env['AIRDESK_ACCESS_TOKEN'])
})

test('what is of the whole service is refused', ({ airdesk }) => {
  expect(() => airdesk.clock.freeze()).toThrow('airdesk.clock is of the whole service')
  expect(() => airdesk.restore('a')).toThrow('airdesk.restore is of the whole service')
  expect({ ...airdesk }.output()).toBe('')
})
