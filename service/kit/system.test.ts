import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConsoleClient } from '../entry/console-client.ts'
import { readyOf } from './ready.ts'
import { systemMaker } from './system.ts'
import type { SystemParts } from './system.ts'

const MADE = { id: '01J8Z0000000000000000000AB', webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }
const ENDED = 'The service has ended. It said nothing.'

it('a system is closed where its service has ended, and its receivers end also where it cannot be removed', async () => {
  const url = 'http://127.0.0.1:1'
  const ready = readyOf({ option_base_url: url, live_base_url: url, ca_cert_file: 'ca.pem' } as never)
  for (const hasEnded of [true, false]) {
    let calls = 0
    const call = () =>
      (calls += 1) === 1 ? Promise.resolve(MADE) : Promise.reject(new Error('Nobody is there.'))
    const console = { hasEnded, call } as unknown as SystemParts['console']
    const system = await systemMaker({
      console,
      ready,
      clients: { open: () => Promise.reject(new Error()) },
    })()
    const receiver = await system.webhooks()
    const { url: address } = receiver
    if (hasEnded) await system.close()
    else await expect(system.close()).rejects.toThrow('Nobody is there.')
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  }
})

it('a call says that the service has ended, and what it said last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-ended-'))
  const parts = { ready: readyOf({} as never), clients: { open: () => Promise.reject(new Error()) } }
  await expect(systemMaker({ ...parts, console: new ConsoleClient(folder, () => ENDED) })()).rejects.toThrow(
    ENDED,
  )
  await rm(folder, { recursive: true })
})
