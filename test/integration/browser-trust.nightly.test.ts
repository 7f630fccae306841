/** What a browser makes of the local authority once it is imported. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { ensureProgram } from '../../scripts/lib/system-packages.mjs'
import { systemClock } from '../../service/platform/clock.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { createLeaf } from '../../service/platform/tls/certificates.ts'
import type { CertificatePair } from '../../service/platform/tls/certificates.ts'
import { openLocalTls } from '../../service/platform/tls/local-authority.ts'
import type { LocalTls } from '../../service/platform/tls/local-authority.ts'

const executablePath = findChromium()
const missing = executablePath ? whyNoCertutil() : 'there is no Chromium with its windows here'
if (missing !== null) console.warn(`A browser was not asked about the authority: ${missing}`)

/** It is of NSS, whose database of a user Chromium on Linux trusts. */
function whyNoCertutil(): string | null {
  if (process.platform !== 'linux') return 'Chromium trusts what the system does here'
  try {
    ensureProgram('certutil', 'libnss3-tools')
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

let home: string
let tls: LocalTls
const servers: Server[] = []
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'airdesk-trust-'))
  const logger = createLogger('silent')
  tls = await openLocalTls({ directory: join(home, 'tls'), clock: systemClock, logger })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await rm(home, { recursive: true, force: true })
})

async function serve({ certificate, privateKey }: CertificatePair): Promise<number> {
  const server = createServer({ cert: certificate, key: privateKey }, (_, answer) => answer.end('ok'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** What somebody who got hold of the authority's key could sign. */
async function signed(...hosts: string[]): Promise<CertificatePair> {
  const read = (name: string) => readFile(join(home, 'tls', name), 'utf8')
  const authority = { certificate: await read('ca.pem'), privateKey: await read('ca-key.pem') }
  return createLeaf(authority, hosts, systemClock.now())
}

/** The status of each address, or why the browser does not go there. */
async function visit(urls: readonly string[]): Promise<(number | string)[]> {
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--headless=new', '--no-sandbox', '--host-resolver-rules=MAP example.com 127.0.0.1'],
    env: { ...process.env, HOME: home },
  })
  try {
    const page = await browser.newPage()
    const seen: (number | string)[] = []
    for (const url of urls)
      seen.push(
        await page.goto(url).then(
          (response) => response?.status() ?? 0,
          (error: unknown) => /ERR_\w+/.exec(String(error))?.[0] ?? String(error),
        ),
      )
    return seen
  } finally {
    await browser.close()
  }
}

test.skipIf(missing !== null)(
  'Chromium that trusts it goes to this computer, and nowhere else by what it signs',
  async () => {
    const database = join(home, '.pki', 'nssdb')
    await mkdir(database, { recursive: true })
    const certutil = (...args: string[]) => {
      const { status, stderr } = spawnSync('certutil', [...args, '-d', `sql:${database}`], {
        encoding: 'utf8',
      })
      expect(status, stderr).toBe(0)
    }
    certutil('-N', '--empty-password')
    const own = await serve(tls.material)
    const name = await serve(await signed('example.com', 'localhost'))
    const address = await serve(await signed('192.168.1.1', '127.0.0.1'))
    const urls = [
      ...[`https://localhost:${own}/`, `https://127.0.0.1:${own}/`],
      ...[`https://example.com:${name}/`, `https://localhost:${name}/`, `https://127.0.0.1:${address}/`],
    ]
    expect(await visit(urls)).toEqual(urls.map(() => 'ERR_CERT_AUTHORITY_INVALID'))
    certutil('-A', '-n', 'airdesk', '-t', 'C,,', '-i', tls.caFile)
    const refused = 'ERR_CERT_INVALID'
    expect(await visit(urls)).toEqual([200, 200, refused, refused, refused])
  },
)
