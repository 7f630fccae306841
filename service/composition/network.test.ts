import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ClosingStack } from '../platform/closing-stack.ts'
import { systemClock } from '../platform/clock.ts'
import { parseCommandLine } from '../platform/settings/command-line.ts'
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

test.each([
  [['--host', 'localhost'], /^(127\.0\.0\.1|::1)$/],
  [['--host', '0.0.0.0', '--tls-local', '--media-host', '127.0.0.1'], /^127\.0\.0\.1$/],
])('of %j, media is received at an address', async (args, address) => {
  expect((await decide(...args)).mediaHost).toMatch(address)
})
