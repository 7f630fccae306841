import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConsoleClient } from './console-client.ts'
import { stateApi } from '../contract/console/state.ts'
import { ask } from './ask.ts'

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let folder: string
let server: Server
let base: string
let seen: Seen[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-ask-'))
  seen = []
  server = createServer((request, response) => {
    const { method, url, headers } = request
    void text(request).then((body) => {
      seen.push({ method, url, headers, body })
      response.writeHead(200, { 'set-cookie': 'session=1; Path=/' }).end('{"token":"t"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const instance = { pid: process.pid, consoleUrl: base, entry: 'entry', workerPids: [] }
  writeFileSync(join(folder, 'instance.json'), JSON.stringify(instance))
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

it('tells how long a body is, whatever the method', async () => {
  for (const method of ['DELETE', 'POST'])
    expect(await text(await ask(base, { method, body: 'käse' }))).toBe('{"token":"t"}')
  expect(seen.map(({ headers, body }) => [headers['content-length'], body])).toEqual([
    ['5', 'käse'],
    ['5', 'käse'],
  ])
})

it('ends where nobody answers, and where what is to be sent cannot be read', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('the disk is gone')) })
  await expect(ask(base, { method: 'POST', body: broken })).rejects.toThrow('the disk is gone')
  server.close()
  await expect(ask(base)).rejects.toThrow('ECONNREFUSED')
})

it('the console takes a file with its length, as whoever was let in', async () => {
  const file = join(folder, 'state.airdesk')
  writeFileSync(file, 'the state')
  const client = new ConsoleClient(folder)
  await client.open()
  await client.upload(stateApi.import, file)
  expect(seen.at(-1)).toMatchObject({
    headers: { 'content-length': '9', cookie: 'session=1', 'content-type': stateApi.import.mediaType },
    body: 'the state',
  })
})

/** Calls the console and both kinds of addresses as the test kit does. */
const CALLS = `
  const { ConsoleClient } = await import(process.env.ENTRY + '/console-client.ts')
  const { liveClient, optionClient } = await import(process.env.KIT + '/clients.ts')
  await new ConsoleClient(process.env.FOLDER).open()
  const ready = { optionBaseUrl: process.env.BASE, liveBaseUrl: process.env.BASE, accessToken: 't' }
  await liveClient(ready)('Service_20200729.ListChannelIDs', {})
  await optionClient(ready).GET('/api/schedule')`

it('no call to the service goes to the proxy of the environment', async () => {
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '', no_proxy: '' }
  const folders = {
    KIT: join(import.meta.dirname, '../kit'),
    ENTRY: import.meta.dirname,
  }
  const env = { ...process.env, ...proxy, ...folders, FOLDER: folder, BASE: base }
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', CALLS], { env })
  expect(seen.map(({ url }) => url)).toEqual(['/console/api/session', '/', '/api/login', '/api/schedule'])
})
