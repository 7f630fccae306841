/** The service as another machine sees it: TLS at every listener, by a given certificate. */
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserElsewhere } from '../support/browser-elsewhere.ts'
import { seeEachOther } from '../support/see-each-other.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { selfSigned } from '../support/self-signed.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { SERVER_ADDRESS, twoMachines } from '../support/two-machines.ts'
import type { Elsewhere, TwoMachines } from '../support/two-machines.ts'
import { waitFor } from '../support/wait-for.ts'

/** Passed through: encoding takes its time. */
const SOURCE = { seconds: 64, size: '640x360', fps: 30, gopSeconds: 1, videoBps: 500_000 } as const
const hls = [{ ...RENDITION_360, durationSeconds: 1, startTimeOffset: -1 }]

let machines: TwoMachines | null = null
let folder: string
let service: RunningService
let elsewhere: Elsewhere
let stranger: Elsewhere

const pem = (name: string) => join(folder, name)
async function writeCertificate(): Promise<string> {
  const { cert, key } = await selfSigned([SERVER_ADDRESS, 'localhost', '127.0.0.1'])
  await writeFile(pem('cert.pem'), cert)
  await writeFile(pem('key.pem'), key)
  return cert
}

let certificate: string
let preview: number
beforeAll(async () => {
  machines = await twoMachines()
  if (!machines) return
  folder = await mkdtemp(join(tmpdir(), 'airdesk-network-'))
  certificate = await writeCertificate()
  await writeFile(pem('ca.pem'), certificate)
  elsewhere = machines.elsewhere(pem('ca.pem'))
  stranger = machines.elsewhere()
  service = await startService({
    within: machines.onServer,
    args: ['--host', '0.0.0.0', '--tls-cert', pem('cert.pem'), '--tls-key', pem('key.pem')],
  })
  preview = await previewPort()
})
afterAll(async () => {
  if (!machines) return
  elsewhere.close()
  stranger.close()
  await service.stop()
  await machines.close()
  await rm(folder, { recursive: true, force: true })
})

/** Leaves a test out where there are no two machines; the reason was printed. */
const onTwoMachines = (name: string, run: () => Promise<void>) =>
  test(name, async (context) => (machines ? run() : context.skip('no network namespaces here')))

const bearer = () => ({ authorization: `Bearer ${service.ready.access_token}` })
async function live(operation: string, body: object): Promise<Record<string, string>> {
  const headers = { ...bearer(), 'content-type': 'application/json', 'x-sfu-target': operation }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const { text = '', status } = await elsewhere.do({
    kind: 'fetch',
    url: `${service.ready.live_base_url}/`,
    init,
  })
  expect(status, text).toBe(200)
  return JSON.parse(text) as Record<string, string>
}
const credentials = () => {
  const { email, password, access_code } = service.ready
  return JSON.stringify({ email, password, access_code })
}

onTwoMachines('every address that is told is of TLS, by what the certificate vouches for', async () => {
  const { ready } = service
  for (const url of [ready.console_url, ready.option_base_url, ready.live_base_url, ready.media_base_url])
    expect(url).toMatch(`https://${SERVER_ADDRESS}:`)
  expect(ready.signaling_url).toMatch(`wss://${SERVER_ADDRESS}:`)
  expect(ready.console_page_url).toMatch(/^http:\/\/airdesk-[0-9a-f]{16}\.localhost:\d+$/)
  const said = service.output()
  expect(said).toContain(
    'HLS, preview and signaling speak TLS with other machines, with the certificate of --tls-cert',
  )
  expect(said).toContain('RTMP is not encrypted, and who is on the way')
})

onTwoMachines('nothing but TLS is spoken, and only with who trusts the certificate', async () => {
  const { console_url, option_base_url, live_base_url } = service.ready
  for (const url of [console_url, option_base_url, live_base_url, `https://${SERVER_ADDRESS}:${preview}`]) {
    const plain = await elsewhere.do({ kind: 'fetch', url: url.replace('https', 'http') })
    expect(plain).toMatchObject({ status: 400, text: expect.stringContaining('use https') as string })
    const distrusted = await stranger.do({ kind: 'fetch', url })
    expect(distrusted).toEqual({ error: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  }
})

/** Where the console's player gets its media; known to who is signed in. */
async function previewPort(): Promise<number> {
  const { console_url: origin } = service.ready
  const headers = { origin, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: credentials() }
  const { cookie = '' } = await elsewhere.do({ kind: 'fetch', url: `${origin}/console/api/login`, init })
  expect(cookie).toMatch(/^__Host-airdesk_\w+=.*; Secure/)
  const listed = await elsewhere.do({
    ...{ kind: 'fetch', url: `${origin}/console/api/setup/ports` },
    init: { headers: { cookie: cookie.split(';')[0] ?? '' } },
  })
  const { ports } = JSON.parse(listed.text ?? '') as { ports: { name: string; running: number }[] }
  return ports.find(({ name }) => name === 'media-http')?.running ?? 0
}

onTwoMachines('both APIs answer, and what an encoder sends is watched by HLS', async () => {
  const { option_base_url } = service.ready
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: credentials() }
  const entered = await elsewhere.do({ kind: 'fetch', url: `${option_base_url}/api/login`, init })
  expect(entered.status).toBe(200)
  const made = await live('Service_20250901.CreateRTMPChannel', { hls })
  expect(made['playlist_url']).toMatch(`https://${SERVER_ADDRESS}:`)
  const flv = await makeFlv(SOURCE)
  expect(await elsewhere.do({ kind: 'publish', url: made['ingest_url'] ?? '', flv })).toEqual({})
  const playlist = await waitFor(async () => {
    const { status, text = '' } = await elsewhere.do({ kind: 'fetch', url: made['playlist_url'] ?? '' })
    return status === 200 && text.includes('.m3u8') ? text : null
  }, 'the playlist')
  expect(playlist).toContain('#EXTM3U')
  const url = `https://${SERVER_ADDRESS}:${preview}/preview/${made['channel_id']}/index.m3u8`
  expect(await elsewhere.do({ kind: 'fetch', url })).toMatchObject({ status: 200 })
})

onTwoMachines('the console opens in a browser, and clients of the SDK see each other', async () => {
  if (!machines) return
  const browser = await browserElsewhere(machines, certificate)
  try {
    const page = await browser.newPage()
    const failed: string[] = []
    page.on('requestfailed', (request) =>
      failed.push(`${request.url()}: ${request.failure()?.errorText ?? ''}`),
    )
    page.on('pageerror', ({ message }) => failed.push(message))
    await page.goto(`${service.ready.console_url}/#/channels`)
    const email = page.getByLabel('E-mail')
    await email.waitFor().catch(async (error: unknown) => {
      const shown = await page.locator('body').textContent()
      throw new Error(`no form to sign in; failed: ${failed.join()}; shown: ${shown ?? ''}`, { cause: error })
    })
    await email.fill(service.ready.email)
    await page.getByLabel('Password', { exact: true }).fill(service.ready.password)
    await page.getByLabel('Access code', { exact: true }).fill(service.ready.access_code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()

    const { channel_id: channelId = '' } = await live('Service_20200316.CreateMultistreamChannel', {
      ...{ auth_webhook_url: '', event_webhook_url: '' },
    })
    const { text: site = '' } = await elsewhere.do({ kind: 'site' })
    await seeEachOther(page, site, { url: service.ready.signaling_url, channelId })
  } finally {
    await browser.close()
  }
})

onTwoMachines('a certificate that is replaced is presented by every listener', async () => {
  const { serialNumber } = new X509Certificate(await writeCertificate())
  const { ready } = service
  const urls = [ready.console_url, ready.option_base_url, ready.live_base_url]
  const { media_base_url, signaling_url, rtmp_base_url } = ready
  const all = [...urls, media_base_url, signaling_url, rtmp_base_url].map((url) => Number(new URL(url).port))
  for (const port of [...all, preview]) {
    const presented = async () => {
      const { text } = await stranger.do({ kind: 'certificate', host: SERVER_ADDRESS, port })
      return text === serialNumber
    }
    expect(await waitFor(presented, `the new certificate at ${port}`)).toBe(true)
  }
})

test.each([
  [['--host', '0.0.0.0'], '--host lets other computers in, which needs one of: --tls-cert and --tls-key'],
  [
    ['--host', '0.0.0.0', '--tls-cert', 'no.pem', '--tls-key', 'no.pem'],
    "--tls-cert: the file can't be read (ENOENT)",
  ],
])('%j is refused in words', async (args, words) => {
  await expect(startService({ args })).rejects.toThrow(words)
})
