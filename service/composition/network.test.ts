import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ClosingStack } from '../platform/closing-stack.ts'
import { systemClock } from '../platform/clock.ts'
import { parseCommandLine } from '../platform/settings/command-line.ts'
import { reachableHosts } from '../platform/settings/hosts.ts'
import { decideNetwork } from './network.ts'
import type { ServiceOptions } from './parts.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-network-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

function decide(...args: string[]) {
  const settings = parseCommandLine(['--data-dir', dataDir, '--ports', 'auto', ...args], '1.2.3')
  const secrets = { fingerprint: () => '0123456789abcdef' }
  const options = { settings, secrets, clock: systemClock, logger: pino({ level: 'silent' }), keptPorts: {} }
  return decideNetwork(options as unknown as ServiceOptions, {}, new ClosingStack())
}

test.each([
  [['--host', '203.0.113.9', '--tls-local'], '--host 203.0.113.9: this machine has no such address.'],
  [['--host', 'two words', '--tls-local'], '--host two words: no address of this name is known.'],
  [['--media-host', '203.0.113.5'], '--media-host 203.0.113.5: this machine has no such address.'],
  [
    ['--host', '0.0.0.0', '--tls-cert', 'none.pem', '--tls-key', 'none.pem'],
    "--tls-cert: the file can't be read (ENOENT)",
  ],
])('%j is refused, and the authority that people imported stays', async (args, message) => {
  const { tls } = await decide()
  const folder = join(dataDir, 'tls')
  const [before, files] = [await readFile(tls.caFile, 'utf8'), await readdir(folder)]
  await expect(decide(...args)).rejects.toThrow(message)
  expect(await readFile(tls.caFile, 'utf8')).toBe(before)
  expect(await readdir(folder)).toEqual(files)
})

test('an address that no client would be told is refused', async (context) => {
  const own = reachableHosts('0.0.0.0').find((host) => isIPv4(host))
  if (own === undefined) return context.skip('this computer has no IPv4 address but loopback')
  const args = ['--media-host', own, '--media-announce', '203.0.113.5', '2001:db8::7']
  await expect(decide(...args)).rejects.toThrow(
    `--media-announce 2001:db8::7: no media is received by IPv6, for it is received at ${own} alone.`,
  )
  const { mediaListen } = await decide(...args.slice(0, -1))
  expect(mediaListen).toEqual([{ bindAddress: own, announced: [own, '203.0.113.5'] }])
})

test.each([
  [['--host', 'localhost'], /^(127\.0\.0\.1|::1)$/],
  [['--host', '0.0.0.0', '--tls-local', '--media-host', '127.0.0.1'], /^127\.0\.0\.1$/],
])('of %j, media is received at an address', async (args, address) => {
  expect((await decide(...args)).mediaListen[0]?.bindAddress).toMatch(address)
})
