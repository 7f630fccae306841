import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseCommand } from '../../entry/commands.ts'
import { parseCommandLine } from './command-line.ts'
import { UsageError } from './usage-error.ts'

// As of a user that a container was given by number alone, without HOME.
beforeEach(() => {
  vi.spyOn(os, 'homedir').mockImplementation(() => {
    throw new Error('uv_os_homedir returned ENOENT')
  })
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  syncBuiltinESMExports()
})

it('a user without a home folder starts where the data folder is named, and is told to name it elsewhere', () => {
  vi.stubEnv('XDG_DATA_HOME', undefined)
  expect(parseCommandLine(['--data-dir', 'd'], '1')).toMatchObject({ dataDir: resolve('d') })
  expect(parseCommand(['export', 'x.airdesk', '--data-dir', 'd'])).toMatchObject({ dataDir: resolve('d') })
  const missing = new UsageError('--data-dir is missing, and this user has no home folder')
  expect(() => parseCommandLine([], '1')).toThrow(missing)
  expect(() => parseCommand(['export', 'x.airdesk'])).toThrow(missing)
  expect(() => parseCommand(['nginx-config'])).toThrow(missing)
  vi.stubEnv('XDG_DATA_HOME', '/data')
  expect(parseCommandLine([], '1')).toMatchObject({ dataDir: '/data/airdesk' })
})
