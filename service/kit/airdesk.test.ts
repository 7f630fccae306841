import { expect, it } from 'vitest'
import { startAirdesk } from './airdesk.ts'
import { StartError } from './service-process.ts'

it.each([
  [{ args: ['--data-dir', '/tmp/x'] }, '--data-dir is not for args: give the folder as dataDir.'],
  [{ args: ['--data-dir=/tmp/x'] }, '--data-dir is not for args'],
  [{ args: ['--ready-file', 'r.json'] }, '--ready-file is not for args'],
  [{ args: ['--seed', '8'], seed: 7 }, '--seed is not for args: it is given as seed.'],
])('%j is refused, for it would count for nothing', async (options, message) => {
  const refused = startAirdesk(options)
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(message)
})
