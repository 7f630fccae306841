import type { ElectronApplication } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startService } from '../support/service.ts'
import { expect, test } from './desktop.ts'

interface KeyFile {
  readonly key?: string
  readonly wrapped?: string
}

const keyFile = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'secrets.key'), 'utf8')) as KeyFile

/** What the file holds, opened by the key store of this desktop. */
function unwrap(app: ElectronApplication, { wrapped = '' }: KeyFile): Promise<string> {
  return app.evaluate(
    async ({ safeStorage }, sealed) =>
      (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result,
    wrapped,
  )
}

/** False where the desktop that the tests run on has no key store. */
function hasKeyStore(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(
    ({ safeStorage }) =>
      process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text',
  )
}

test('the sealing key is kept wrapped, and a service without the desktop does without it', async ({
  desktop,
}) => {
  const app = await desktop.launch()
  await desktop.console(app)
  test.skip(!(await hasKeyStore(app)), 'this desktop has no key store')
  const sealed = keyFile(desktop.dataDir)
  expect(Object.keys(sealed)).toEqual(['version', 'wrapped'])
  expect(Buffer.from(await unwrap(app, sealed), 'base64')).toHaveLength(32)
  await app.close()

  const service = await startService({ dataDir: desktop.dataDir })
  try {
    await expect.poll(() => service.output()).toContain('Archive secrets are locked')
    expect(keyFile(desktop.dataDir)).toEqual(sealed)
  } finally {
    await service.stop()
  }
})

test(
  'a key that a service without the desktop has made is wrapped, and stays the same',
  { tag: '@nightly' },
  async ({ desktop }) => {
    const service = await startService({ dataDir: desktop.dataDir })
    await service.stop()
    const { key } = keyFile(desktop.dataDir)
    expect(key).toMatch(/^[\w+/]{43}=$/)

    for (const start of ['first', 'second']) {
      const app = await desktop.launch()
      await desktop.console(app)
      test.skip(!(await hasKeyStore(app)), 'this desktop has no key store')
      const sealed = keyFile(desktop.dataDir)
      expect([start, Object.keys(sealed), await unwrap(app, sealed)]).toEqual([
        start,
        ['version', 'wrapped'],
        key,
      ])
      await app.close()
    }
  },
)

test('without a key store the key stays in its file', { tag: '@nightly' }, async ({ desktop }) => {
  test.skip(process.platform !== 'linux', 'every other system has one')
  const basic = ['--data-dir', desktop.dataDir, '--ports', 'auto', '--password-store=basic']
  const app = await desktop.launch({ args: basic })
  await desktop.console(app)
  expect(Object.keys(keyFile(desktop.dataDir))).toEqual(['version', 'key'])
})
