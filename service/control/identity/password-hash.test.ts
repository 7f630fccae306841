import { expect, it } from 'vitest'
import { passwordHasher } from './password-hash.ts'

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
