/**
 * Nothing outlives its parent: whatever stands above the service is killed, the service ends by itself, and
 * the next start has its data folder. Linux only: it finds processes in /proc, as the wrappers find npm.
 */
import { describe, test } from 'vitest'
import { workerPids } from '../support/processes.ts'
import { wrappers } from '../support/wrapped.ts'

const { start, gone, expectOrder, startsAgain } = wrappers()

describe('kill -9 leaves no process and a free folder:', () => {
  test('of npm start', async () => {
    const { chain } = await start('npm start')
    process.kill(chain[0] ?? 0, 'SIGKILL')
    await gone()
    expectOrder()
    await startsAgain()
  })

  test('of a script while a media process hangs, which is killed with the rest', async () => {
    const { chain, service } = await start('node scripts/serve.mjs')
    const [ingest = 0] = workerPids(service, 'ingest')
    process.kill(ingest, 'SIGSTOP')
    process.kill(chain[0] ?? 0, 'SIGKILL')
    await gone()
    await startsAgain()
  })
})

test('SIGTERM to npm ends the whole chain in order', async () => {
  const { chain } = await start('npm run serve')
  process.kill(chain[0] ?? 0, 'SIGTERM')
  await gone()
  expectOrder()
  await startsAgain()
})
