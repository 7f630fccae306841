import 'reflect-metadata'
import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as x509 from '@peculiar/x509'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { ALGORITHM, generateKeys, privateKeyPem, serialNumber } from './certificates.ts'
import type { CertificatePair } from './certificates.ts'
import type { LocalTls } from './local-authority.ts'
import { openLocalTls } from './local-authority.ts'

const DAY = 86_400_000
let directory: string
let warnings: string[]
let clock: ManualClock

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airdesk-tls-'))
  warnings = []
  clock = new ManualClock(Date.now())
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
const open = (extraHosts: string[] = []) => openLocalTls({ directory, extraHosts, clock, logger })
const leaf = (tls: LocalTls) => new X509Certificate(tls.material.certificate)

/** As versions before 0.7.0 made it. */
async function unconstrainedAuthority(now: number): Promise<CertificatePair> {
  const keys = await generateKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Airdesk local 0f1e2d, O=Airdesk',
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + 800 * DAY),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  })
  return { certificate: certificate.toString('pem'), privateKey: await privateKeyPem(keys.privateKey) }
}

/** GETs `https://<host>:<port>/` and gives the status, or the code of the TLS error. */
function visit(port: number, ca: string | undefined, host: string): Promise<number | string> {
  return new Promise((resolve) => {
    const options = { port, ca, host, servername: host === '127.0.0.1' ? '' : host, agent: false }
    const call = request(options, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    call.end()
  })
}

describe('the local certificate authority', () => {
  test('lets a client that trusts it in, by name and by address, and no other', async () => {
    const tls = await open()
    const server = createServer(
      { cert: tls.material.certificate, key: tls.material.privateKey },
      (_, answer) => answer.end('ok'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    expect(await visit(port, tls.caCertificate, 'localhost')).toBe(200)
    expect(await visit(port, tls.caCertificate, '127.0.0.1')).toBe(200)
    expect(await visit(port, undefined, 'localhost')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    server.close()
  })

  test('has the form that browsers and OpenSSL ask for', async () => {
    const tls = await open()
    const ca = new X509Certificate(await readFile(tls.caFile))
    expect(ca.subject).toMatch(/^CN=Airdesk local [0-9a-f]{6}\nO=Airdesk$/)
    expect(ca.ca).toBe(true)
    expect(Math.round((Date.parse(ca.validTo) - clock.now()) / DAY)).toBe(825)
    const days = (Date.parse(leaf(tls).validTo) - Date.parse(leaf(tls).validFrom)) / DAY
    expect(days).toBeLessThanOrEqual(397)
    expect(leaf(tls).subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
    const run = promisify(execFile)
    const verified = await run('openssl', [
      ...['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', tls.caFile],
      join(directory, 'server.pem'),
    ]).catch((error: unknown) => error as NodeJS.ErrnoException)
    if (verified instanceof Error && verified.code === 'ENOENT') {
      console.warn('openssl is not installed: its verdict on the certificates was not asked')
    } else expect(verified).toMatchObject({ stdout: expect.stringContaining('server.pem: OK') as string })
  })

  test('keeps both keys private', async () => {
    await open()
    for (const file of ['ca-key.pem', 'server-key.pem']) {
      expect((await stat(join(directory, file))).mode & 0o777).toBe(
        process.platform === 'win32' ? 0o666 : 0o600,
      )
    }
  })

  test('is kept over starts, as is the server certificate', async () => {
    const first = await open()
    clock.advance(DAY)
    expect(await open()).toEqual(first)
    expect(warnings).toEqual([])
  })

  test('renews the server certificate in its last 30 days, silently', async () => {
    const first = await open()
    clock.advance(368 * DAY)
    const second = await open()
    expect(second.caCertificate).toBe(first.caCertificate)
    expect(leaf(second).serialNumber).not.toBe(leaf(first).serialNumber)
    expect(warnings).toEqual([])
  })

  test('makes no server certificate that outlives the authority', async () => {
    const first = await open()
    clock.advance(700 * DAY)
    const second = await open()
    expect(second.caCertificate).toBe(first.caCertificate)
    expect(leaf(second).validTo).toBe(new X509Certificate(first.caCertificate).validTo)
  })

  test.each([
    ['ca.pem', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n', 'a file is damaged'],
    ['ca-key.pem', '', 'a file is damaged'],
    ['ca-key.pem', null, 'a file is missing'],
    ['ca.pem', 'server.pem', 'certificate and key differ'],
  ])('is made anew, with a warning, when %s holds %j', async (file, content, problem) => {
    const first = await open()
    const path = join(directory, file)
    if (content === null) await rm(path)
    else await writeFile(path, content === 'server.pem' ? first.material.certificate : content)
    const second = await open()
    expect(second.caCertificate).not.toBe(first.caCertificate)
    expect(leaf(second).checkIssued(new X509Certificate(second.caCertificate))).toBe(true)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('must import it again')
    expect(warnings[0]).toContain(problem)
  })

  test('is made anew, with a warning, where it could sign for any name, as before 0.7.0', async () => {
    const old = await unconstrainedAuthority(clock.now())
    await writeFile(join(directory, 'ca.pem'), old.certificate)
    await writeFile(join(directory, 'ca-key.pem'), old.privateKey)
    const tls = await open()
    expect(tls.caCertificate).not.toBe(old.certificate)
    expect(await readFile(join(directory, 'ca-key.pem'), 'utf8')).not.toBe(old.privateKey)
    expect(warnings).toEqual([expect.stringContaining('it could sign for any name')])
    expect(tls.isAnew).toBe(true)
    expect(await readFile(join(directory, 'ca-before.pem'), 'utf8')).toBe(old.certificate)
    expect(await open()).toEqual(tls)
    expect(warnings).toHaveLength(1)
  })

  test('repairs a damaged server certificate without a new authority', async () => {
    const first = await open()
    await writeFile(join(directory, 'server-key.pem'), 'not a key')
    const second = await open()
    expect(second.caCertificate).toBe(first.caCertificate)
    expect(warnings).toEqual([])
    expect(await open()).toEqual(second)
  })
})
