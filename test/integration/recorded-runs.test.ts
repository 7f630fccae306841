/** Runs that repeat: one seed gives one recorded file, and a recorded file is replayed. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emulatorRunApi } from '../../service/contract/console/emulator/runs.ts'
import { readRecord } from '../../service/contract/record/record.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { playSession } from '../support/recorded-session.ts'
import { answerJson, startEndpoint } from '../support/http-endpoint.ts'
import type { HttpEndpoint } from '../support/http-endpoint.ts'
import { startService } from '../support/service.ts'

let folder: string
let hook: HttpEndpoint

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-runs-'))
  hook = await startEndpoint(answerJson({ allowed: false, reason: 'not today' }))
})
afterAll(async () => {
  await hook.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts anew, plays the session and gives the file, and the secrets that must not be in it. */
async function recorded(name: string): Promise<{ readonly file: string; readonly text: string }> {
  const service = await startService({ args: ['--emulator', '--seed', '7'] })
  try {
    const client = new ConsoleClient(service.dataDir)
    await client.open()
    await client.call(emulatorRunApi.startRecord)
    await playSession(service.ready, `${hook.url}/may-connect?key=secret-of-the-hook`)
    await client.call(emulatorRunApi.stopRecord)
    const file = join(folder, `${name}.jsonl`)
    await client.download(emulatorRunApi.recordFile, {}, file)
    const text = await readFile(file, 'utf8')
    const { password, access_code, access_token } = service.ready
    for (const secret of [password, access_code, access_token, 'op4rate', 'of the app', 'secret-of-the-hook'])
      expect(text).not.toContain(secret)
    return { file, text }
  } finally {
    await service.stop()
  }
}

it('two runs with one seed are the same byte for byte', async () => {
  const [first, second] = [await recorded('first'), await recorded('second')]
  expect(second.text).toBe(first.text)
})
