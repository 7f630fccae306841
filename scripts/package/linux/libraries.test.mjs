import { describe, expect, test } from 'vitest'
import { neededPackages, packagesOf } from './libraries.mjs'

const needed = (...names) => names.map((name) => ` 0x01 (NEEDED)  Shared library: [${name}]\n`).join('')
const versions = (...names) =>
  names.map((name) => `  0x0010:   Name: ${name}  Flags: none  Version: 4\n`).join('')

describe('the packages that binaries need', () => {
  test('have the highest version that any of them asks for', () => {
    const text =
      needed('libc.so.6', 'libm.so.6', 'libstdc++.so.6', 'libgcc_s.so.1') +
      versions('GLIBC_2.9', 'GLIBC_2.34', 'GLIBC_2.4', 'GLIBCXX_3.4.9', 'GLIBCXX_3.4.29', 'GCC_3.4')
    expect(packagesOf(text)).toEqual(['libc6 (>= 2.34)', 'libgcc-s1', 'libstdc++6 (>= 11)'])
  })

  test('are unknown for a library that is not in the table, and for a GCC of the future', () => {
    expect(() => packagesOf(needed('libcurl.so.4'))).toThrow('libcurl.so.4')
    expect(() => packagesOf(needed('libstdc++.so.6') + versions('GLIBCXX_3.4.99'))).toThrow('GLIBCXX_3.4.99')
  })

  test.runIf(process.platform === 'linux')('are read from a real binary', () => {
    expect(neededPackages([process.execPath])).toContainEqual(expect.stringMatching(/^libc6 \(>= 2\.\d+\)$/))
  })
})
