import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KeyFileError } from './key-file.ts'
import { KeyStoreError } from './key-wrapper.ts'
import type { KeyWrapper } from './key-wrapper.ts'
import { openSecrets } from './open-secrets.ts'

let dataDir: string
let file: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'airdesk-secrets-'))
  file = join(dataDir, 'secrets.key')
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const open = (wrapper: KeyWrapper | null = null) => openSecrets({ dataDir, wrapper })
const content = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

/** A store that keeps what it is given and gives out numbers. */
function keyStore(): KeyWrapper {
  const kept: Uint8Array[] = []
  return {
    wrap: (key) => Promise.resolve(String(kept.push(key) - 1)),
    unwrap: (wrapped) => {
      const key = kept[Number(wrapped)]
      return key ? Promise.resolve(key) : Promise.reject(new KeyStoreError('Nothing is kept under this.'))
    },
  }
}
const refusing: KeyWrapper = {
  wrap: () => Promise.reject(new KeyStoreError('The store is shut.')),
  unwrap: () => Promise.reject(new KeyStoreError('The store is shut.')),
}

describe('without a desktop', () => {
  test('the key is made once, for its owner only', async () => {
    const first = await open()
    expect(first.notes).toEqual([])
    expect(content()).toEqual({ version: 1, key: expect.stringMatching(/^[\w+/]{43}=$/) as string })
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    const sealed = first.box.seal('a secret', 'x')
    const second = await open()
    expect([second.box.open(sealed, 'x'), second.notes]).toEqual(['a secret', []])
    expect(readdirSync(dataDir)).toEqual(['secrets.key'])
  })

  test.skipIf(process.platform === 'win32')('rights of others are taken away, with a note', async () => {
    const sealed = (await open()).box.seal('a secret', 'x')
    chmodSync(file, 0o644)
    const { box, notes } = await open()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(notes).toEqual([expect.stringContaining(file)])
    expect(box.open(sealed, 'x')).toBe('a secret')
    expect((await open()).notes).toEqual([])
  })

  test.each([
    ['', 'is damaged'],
    ['{"version":1,"key":"c2hvcnQ="}', 'is damaged'],
    ['{"version":1,"key":"!"}', 'is damaged'],
    ['{"version":1,"wrapped":""}', 'is damaged'],
    ['{"version":1}', 'is damaged'],
    ['{"version":1,"key":"AAAA', 'is damaged'],
    [`{"version":1,"key":"${'A'.repeat(43)}=","wrapped":"x"}`, 'is damaged'],
    ['{"version":2,"keys":[]}', 'was written by a newer version'],
  ])('a file that holds %j is named, and left as it is', async (text, what) => {
    writeFileSync(file, text, { mode: 0o600 })
    for (const wrapper of [null, keyStore()]) {
      const error: unknown = await open(wrapper).catch((failed: unknown) => failed)
      expect(error).toBeInstanceOf(KeyFileError)
      expect((error as Error).message).toContain(`${file} ${what}`)
    }
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readdirSync(dataDir)).toEqual(['secrets.key'])
  })
})

describe('with a key store', () => {
  test('the file never holds the key itself', async () => {
    const store = keyStore()
    const first = await open(store)
    expect([content(), first.notes]).toEqual([{ version: 1, wrapped: '0' }, []])
    const sealed = first.box.seal('a secret', 'x')
    expect((await open(store)).box.open(sealed, 'x')).toBe('a secret')
  })

  test('a key that was in clear is wrapped, and stays the same', async () => {
    const sealed = (await open()).box.seal('a secret', 'x')
    const store = keyStore()
    expect((await open(store)).box.open(sealed, 'x')).toBe('a secret')
    expect(content()).toEqual({ version: 1, wrapped: '0' })
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await open(store)).box.open(sealed, 'x')).toBe('a secret')
  })

  test('without the store the box is locked, and the file stays', async () => {
    const store = keyStore()
    const sealed = (await open(store)).box.seal('a secret', 'x')
    for (const [wrapper, why] of [
      [null, 'the desktop application uses'],
      [refusing, 'The store is shut.'],
      [keyStore(), 'Nothing is kept under this.'],
    ] as const) {
      const { box, notes } = await open(wrapper)
      expect([box.locked, notes]).toEqual([true, [expect.stringContaining(why)]])
    }
    expect((await open(store)).box.open(sealed, 'x')).toBe('a secret')
  })

  test('a store that refuses, or gives back something else, does not get the key', async () => {
    const first = await open(refusing)
    expect(first.notes).toEqual([expect.stringMatching(/readable by this user only: The store is shut\.$/)])
    const sealed = first.box.seal('a secret', 'x')
    const forgetful = { ...keyStore(), unwrap: () => Promise.resolve(new Uint8Array(32)) }
    const second = await open(forgetful)
    expect(second.notes).toEqual([expect.stringContaining('gave back something else')])
    expect(second.box.open(sealed, 'x')).toBe('a secret')
    expect((await open()).box.open(sealed, 'x')).toBe('a secret')
  })

  test('a key of another length is not used', async () => {
    const store = keyStore()
    await open(store)
    const { box } = await open({ ...store, unwrap: () => Promise.resolve(new Uint8Array(31)) })
    expect(box.locked).toBe(true)
  })

  test('what is no refusal of the store is not swallowed', async () => {
    const broken = { ...keyStore(), wrap: () => Promise.reject(new TypeError('a fault of ours')) }
    await expect(open(broken)).rejects.toThrow('a fault of ours')
  })
})
