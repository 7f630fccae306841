import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:https'
import { isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { createLeaf } from './certificates.ts'
import type { CertificatePair } from './certificates.ts'
import { openLocalTls } from './local-authority.ts'

let directory: string
let warnings: string[]
const clock = new ManualClock(Date.now())
const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airdesk-constraints-'))
  warnings = []
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const open = (extraHosts: string[] = []) => openLocalTls({ directory, extraHosts, clock, logger })
const caFile = () => join(directory, 'ca.pem')

/** What somebody who got hold of the authority's key could sign. */
async function signed(...hosts: string[]): Promise<CertificatePair> {
  const certificate = await readFile(caFile(), 'utf8')
  const privateKey = await readFile(join(directory, 'ca-key.pem'), 'utf8')
  return createLeaf({ certificate, privateKey }, hosts, clock.now())
}

/** GETs `https://<host>/` of a server with that certificate; the status, or the TLS error in words. */
async function visit({ certificate, privateKey }: CertificatePair, host: string): Promise<number | string> {
  const server = createServer({ cert: certificate, key: privateKey }, (_, answer) => answer.end('ok'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ca = await readFile(caFile(), 'utf8')
  try {
    return await new Promise((resolve) => {
      const servername = isIP(host) === 0 ? host : ''
      const options = { port, ca, host: '127.0.0.1', servername, agent: false, headers: { host } }
      const call = request(options, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      call.on('error', (error: NodeJS.ErrnoException) => resolve(error.message))
      call.end()
    })
  } finally {
    server.close()
  }
}

/** What OpenSSL says of it; null where it is not installed. */
async function verified(pair: CertificatePair): Promise<string | null> {
  const file = join(directory, 'asked.pem')
  await writeFile(file, pair.certificate)
  const asked = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', caFile(), file]
  const run = await promisify(execFile)('openssl', asked).catch((error: unknown) => error as Error)
  if (!(run instanceof Error)) return run.stdout
  if ((run as NodeJS.ErrnoException).code !== 'ENOENT') return run.message
  console.warn('openssl is not installed: its verdict on the certificates was not asked')
  return null
}

describe('what the local authority may sign for', () => {
  test('is this computer: for example.com Node and OpenSSL refuse what it signs', async () => {
    await open()
    expect(await visit(await signed('localhost', 'studio.localhost'), 'localhost')).toBe(200)
    expect(await visit(await signed('studio.localhost'), 'studio.localhost')).toBe(200)
    const stranger = await signed('example.com')
    expect(await visit(stranger, 'example.com')).toBe('permitted subtree violation')
    expect((await verified(stranger)) ?? 'permitted subtree violation').toContain(
      'permitted subtree violation',
    )
    expect((await verified(await signed('127.0.0.1', '::1', 'localhost'))) ?? ': OK').toContain(': OK')
  })

  test.each([
    [['localhost', 'example.com'], 'localhost'],
    [['notlocalhost'], 'notlocalhost'],
    [['192.168.1.1'], 'localhost'],
    [['2606:4700::1111'], 'localhost'],
  ])('is not %j', async (hosts, asked) => {
    await open()
    expect(await visit(await signed(...hosts), asked)).toBe('permitted subtree violation')
  })

  test('is also the host that it is started with, and addresses of the own network where one of these is', async () => {
    const tls = await open(['booth', '192.168.1.20', '203.0.113.9'])
    expect(await visit(tls.material, 'booth')).toBe(200)
    expect(await visit(await signed('booth.local'), 'booth.local')).toBe(200)
    expect((await verified(await signed('10.9.8.7', 'fd12::1'))) ?? ': OK').toContain(': OK')
    expect(await visit(await signed('evil.booth'), 'evil.booth')).toBe('excluded subtree violation')
    for (const host of ['8.8.8.8', '203.0.113.10', 'router.local', 'boothe']) {
      expect(await visit(await signed(host), host)).toBe('permitted subtree violation')
    }
  })

  test('is a host that comes later only after a new authority, which a warning tells of', async () => {
    const first = await open()
    const second = await open(['studio.test', '192.0.2.7'])
    expect(second.caCertificate).not.toBe(first.caCertificate)
    expect(warnings).toEqual([expect.stringContaining('it may not sign for studio.test, 192.0.2.7')])
    expect(await visit(second.material, 'studio.test')).toBe(200)
    expect(await open(['studio.test', '192.0.2.7'])).toEqual(second)
    expect((await open()).caCertificate).toBe(second.caCertificate)
    expect(warnings).toHaveLength(1)
  })

  test('is no temporary IPv6 address of later: the certificate goes without', async () => {
    const first = await open(['192.168.1.20'])
    const second = await open(['192.168.7.7', '2001:db8::7'])
    expect(second.caCertificate).toBe(first.caCertificate)
    const leaf = new X509Certificate(second.material.certificate)
    expect([leaf.checkIP('192.168.7.7'), leaf.checkIP('2001:db8::7')]).toEqual(['192.168.7.7', undefined])
    expect(await open(['192.168.7.7', '2001:db8::7'])).toEqual(second)
    expect(warnings).toEqual([])
  })

  test('is said of it critically, as is that it signs for servers', async () => {
    const tls = await open()
    const ca = new X509Certificate(tls.caCertificate)
    expect(ca.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    // 2.5.29.30 and then TRUE (DER)
    expect(ca.raw.includes(Buffer.from('0603551d1e0101ff', 'hex'))).toBe(true)
  })
})
