import { describe, expect, it } from 'vitest'
import { HASHES_AT_ONCE, passwordHasher } from './password-hash.ts'

it('is argon2id with 19 MiB and two passes, salted', async () => {
  const hasher = passwordHasher()
  const [a, b] = await Promise.all([hasher.hash('secret1'), hasher.hash('secret1')])
  expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(a).not.toBe(b)
  expect(await hasher.verify(a, 'secret1')).toBe(true)
  expect(await hasher.verify(a, 'secret2')).toBe(false)
})

it('takes a password as it is, spaces and all of Unicode', async () => {
  const hasher = passwordHasher({ memoryKiB: 8, passes: 1 })
  const hash = await hasher.hash(' pä😀\u0000x ')
  expect(await hasher.verify(hash, ' pa\u0308😀\u0000x ')).toBe(true)
  for (const other of ['pä😀\u0000x', ' pä😀', ' Pä😀\u0000x ', '']) {
    expect(await hasher.verify(hash, other)).toBe(false)
  }
})

it('refuses what is no hash', async () => {
  const hasher = passwordHasher({ memoryKiB: 8, passes: 1 })
  for (const broken of ['', 'x', '$argon2id$v=19$m=8,t=1,p=1$', 'plain']) {
    expect(await hasher.verify(broken, broken)).toBe(false)
  }
})

describe('hashes at the same time', () => {
  it('are two, however many sign in; the others wait and are all done', async () => {
    let [running, most, done] = [0, 0, 0]
    const slowly = async <T>(value: T): Promise<T> => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      done++
      return value
    }
    const hasher = passwordHasher(undefined, { hash: () => slowly('$'), verify: () => slowly(true) })
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 ? hasher.hash('a') : hasher.verify('$', 'a'))),
    )
    expect([most, done]).toEqual([HASHES_AT_ONCE, 100])
  })

  it('go on after one that fails', async () => {
    const hasher = passwordHasher(undefined, {
      hash: () => Promise.reject(new Error('no memory')),
      verify: () => Promise.reject(new Error('no memory')),
    })
    for (let i = 0; i < 5; i++) await expect(hasher.hash('a')).rejects.toThrow()
    expect(await hasher.verify('$', 'a')).toBe(false)
  })
})
