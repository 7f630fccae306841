import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpCall } from './http-call.ts'
import { SNIPPET_LANGUAGES, type SnippetLanguage } from '../stores/preferences.ts'
import { snippetOf } from './languages.ts'

const run = promisify(execFile)

interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: Record<string, unknown>
  readonly body: string
}
let server: Server
let base: string
let folder: string
const received: Received[] = []
let status = 200

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-snippet-'))
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method, path: request.url, headers: request.headers, body })
      response.writeHead(status).end('{"done":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

const RUN: Readonly<Record<SnippetLanguage, { file: string; command: string; before: readonly string[] }>> = {
  curl: { file: 'call.sh', command: 'sh', before: [] },
  javascript: { file: 'call.mjs', command: process.execPath, before: [] },
  python: { file: 'call.py', command: 'python3', before: [] },
  go: { file: 'call.go', command: 'go', before: ['run'] },
}

async function works(command: string): Promise<boolean> {
  return run(command, [command === 'go' ? 'version' : '--version']).then(
    () => true,
    () => false,
  )
}

/** What the service got of the snippet, and what the snippet printed. */
async function made(call: HttpCall, language: SnippetLanguage): Promise<Received & { printed: string }> {
  const { file, command, before } = RUN[language]
  await writeFile(join(folder, file), snippetOf(call, language))
  received.length = 0
  const env = { ...process.env, TOKEN: 'of-the-environment', no_proxy: '127.0.0.1', GOFLAGS: '-mod=mod' }
  const { stdout } = await run(command, [...before, join(folder, file)], { env })
  const [one] = received
  if (one === undefined) throw new Error(`${language} called nothing`)
  return { ...one, printed: stdout }
}

for (const language of SNIPPET_LANGUAGES) {
  const { command } = RUN[language]
  const isThere = language === 'curl' ? await works('curl') : await works(command)
  if (!isThere) console.warn(`snippets in ${language} are not run: ${command} is not installed`)

  describe.runIf(isThere)(`a snippet in ${language}`, () => {
    it('makes the very call, with the token of the environment', async () => {
      const body = '{\n  "name": "it\'s \\"カメラ\\" `id` $HOME \\\\ 2\\n",\n  "live": true, "no": null\n}'
      const call: HttpCall = {
        method: 'POST',
        url: `${base}/a/path?q=%E3%81%82&b=c`,
        headers: { 'X-Sfu-Target': 'Service_20180501.ListChannelIDs', 'Content-Type': 'application/json' },
        token: 'fromEnvironment',
        body,
      }
      const got = await made(call, language)
      expect(got).toMatchObject({ method: 'POST', path: '/a/path?q=%E3%81%82&b=c' })
      expect(got.headers).toMatchObject({
        authorization: 'Bearer of-the-environment',
        'x-sfu-target': 'Service_20180501.ListChannelIDs',
        'content-type': 'application/json',
      })
      expect(JSON.parse(got.body)).toEqual(JSON.parse(body))
      expect(got.printed).toContain('{"done":true}')
    })

    it('needs neither token nor body, and shows a refusal', async () => {
      status = 404
      const got = await made(
        { method: 'GET', url: `${base}/`, headers: {}, token: null, body: null },
        language,
      )
      status = 200
      expect(got).toMatchObject({ method: 'GET', body: '' })
      expect(got.headers['authorization']).toBeUndefined()
      expect(got.printed).toContain('{"done":true}')
    })

    it('holds a token that is known, and a body that is no JSON', async () => {
      const body = "@file 'it''' `x`\\"
      const headers = { 'Content-Type': 'text/plain' }
      const call = { method: 'DELETE', url: `${base}/x`, headers, token: { value: 'zq3Y' }, body }
      const got = await made(call, language)
      expect(got.headers['authorization']).toBe('Bearer zq3Y')
      expect(got).toMatchObject({ method: 'DELETE', body })
    })
  })
}
