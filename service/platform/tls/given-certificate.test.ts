import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { systemClock } from '../clock.ts'
import { certifiedHost, openGivenCertificate } from './given-certificate.ts'
import type { GivenCertificate } from './given-certificate.ts'
import { createSecureServer } from './secure-server.ts'

let folder: string
let log: string[]
const closing: (() => void)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-given-'))
  log = []
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await rm(folder, { recursive: true, force: true })
})

const files = () => ({ certFile: join(folder, 'c.pem'), keyFile: join(folder, 'k.pem') })
const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) })
async function write(made: { readonly cert?: string; readonly key?: string }): Promise<void> {
  if (made.cert !== undefined) await writeFile(files().certFile, made.cert)
  if (made.key !== undefined) await writeFile(files().keyFile, made.key)
}
async function open(): Promise<GivenCertificate> {
  const given = await openGivenCertificate(files(), { clock: systemClock, logger, every: 20 })
  closing.push(() => given.close())
  return given
}

test('what cannot be served is refused in words that name the option', async () => {
  const one = await selfSigned('studio.test')
  const other = await selfSigned('studio.test')
  const refused = async (words: string) => expect(open()).rejects.toThrow(words)
  await refused("--tls-cert: the file can't be read (ENOENT)")
  await write({ cert: 'no PEM', key: one.key })
  await refused('--tls-cert: no certificate in PEM form')
  await write({ cert: one.cert, key: one.cert })
  await refused('--tls-key: no private key in PEM form')
  await write({ key: other.key })
  await refused('--tls-key: the key is not that of the certificate in --tls-cert')
  const day = new Date(Date.now() - 86_400_000)
  await write(await selfSigned('studio.test', { from: -172_800_000, to: -86_400_000 }))
  await refused(`--tls-cert: the certificate ended on ${day.toISOString().slice(0, 10)}`)
  await write(await selfSigned('studio.test', { from: 86_400_000, to: 172_800_000 }))
  await refused('--tls-cert: the certificate is valid from')
  await write(await selfSigned([]))
  await refused('--tls-cert: the certificate has no subject alternative name')
})

test('addresses are written with what the certificate vouches for', async () => {
  const named = async (names: readonly string[], host: string | null) => {
    const { cert, key } = await selfSigned(names)
    return certifiedHost({ certificate: cert, privateKey: key }, host)
  }
  expect(await named(['studio.test', '192.0.2.7'], '192.0.2.7')).toBe('192.0.2.7')
  expect(await named(['localhost', '192.0.2.7', 'studio.test'], null)).toBe('studio.test')
  expect(await named(['192.0.2.7'], null)).toBe('192.0.2.7')
  expect(await named(['*.studio.test'], 'a.studio.test')).toBe('a.studio.test')
  await expect(named(['*.studio.test'], null)).rejects.toThrow('give --host one of them')
})

test('files that change are served from the next connection on; open connections go on', async () => {
  const first = await selfSigned('one.test')
  await write(first)
  const given = await open()
  expect(given.hosts()).toEqual(['one.test'])
  const server = createSecureServer({}, given.served)
  server.on('request', (_, answer) => answer.end('still here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  const { port } = server.address() as AddressInfo
  const visit = () =>
    new Promise<TLSSocket>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
      socket.once('secureConnect', () => resolve(socket)).once('error', reject)
      closing.push(() => void socket.destroy())
    })
  const nameAt = (socket: TLSSocket) => socket.getPeerCertificate().subject.CN
  const old = await visit()
  expect(nameAt(old)).toBe('one.test')

  const next = await selfSigned('two.test')
  await write({ cert: next.cert })
  await waitFor(() => log.some((line) => line.includes('the one before is served on')), 'the mismatch')
  expect(nameAt(await visit())).toBe('one.test')
  await write({ key: next.key })
  await waitFor(() => given.hosts()[0] === 'two.test', 'the new certificate')
  expect(nameAt(await visit())).toBe('two.test')
  const answered = new Promise<string>((resolve) =>
    old.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  )
  old.write('GET / HTTP/1.1\r\nHost: one.test\r\n\r\n')
  expect(await answered).toContain('HTTP/1.1 200')
  expect(log.join('')).not.toContain('PRIVATE')
})
