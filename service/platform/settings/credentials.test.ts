import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Settings } from './command-line.ts'
import { parseCommandLine } from './command-line.ts'
import { UsageError } from './usage-error.ts'

const TOO_LONG = 'hush'.repeat(33)

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-credentials-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

function settings(...argv: string[]): Settings {
  const parsed = parseCommandLine(argv, '1.2.3')
  if ('help' in parsed) throw new Error('asked for help')
  return parsed
}

describe('credentials in files', () => {
  test('are read from the folder that systemd names, without the line break of an editor', () => {
    write('airdesk.email', 'a@example.test\n')
    write('airdesk.password', 'secret7\r\n')
    write('airdesk.access-code', ' co de ')
    write('airdesk.access-token', 'tok==')
    vi.stubEnv('CREDENTIALS_DIRECTORY', folder)
    expect(settings()).toMatchObject({
      email: 'a@example.test',
      password: 'secret7',
      accessCode: ' co de ',
      accessToken: 'tok==',
    })
  })

  test('are read from the folder of the option; those that are not there stay open', () => {
    write('airdesk.access-token', 'tok')
    write('another.password', 'secret7')
    expect(settings('--credentials-dir', folder)).toMatchObject({ accessToken: 'tok', password: null })
  })

  test('give way to the command line and to the environment', () => {
    write('airdesk.password', 'file')
    write('airdesk.access-code', 'file')
    vi.stubEnv('AIRDESK_ACCESS_CODE', 'env')
    expect(settings('--credentials-dir', folder, '--password', 'option')).toMatchObject({
      password: 'option',
      accessCode: 'env',
    })
  })

  test('of the environment are named by their variables', () => {
    vi.stubEnv('AIRDESK_PASSWORD', TOO_LONG)
    expect(() => settings()).toThrow(/^AIRDESK_PASSWORD must/)
    expect(() => settings('--password', TOO_LONG)).toThrow(/^--password must/)
    vi.stubEnv('AIRDESK_PASSWORD', 'hush')
    expect(settings('--access-code', 'code').givenBy).toMatchObject({
      ...{ password: 'AIRDESK_PASSWORD', 'access-code': '--access-code' },
    })
    vi.stubEnv('AIRDESK_METRICS_TOKEN', 'two words')
    expect(() => settings()).toThrow(/^AIRDESK_METRICS_TOKEN must have/)
    vi.stubEnv('CREDENTIALS_DIRECTORY', join(folder, 'none'))
    expect(() => settings()).toThrow(/^CREDENTIALS_DIRECTORY: /)
  })

  test('obey the rules of their options, and the file is named', () => {
    write('airdesk.password', TOO_LONG)
    const wrong = () => settings('--credentials-dir', folder)
    expect(wrong).toThrow(UsageError)
    expect(wrong).toThrow(/airdesk\.password must have at most 128 characters/)
    expect(wrong).not.toThrow(/hush/)
  })

  test('that cannot be read are an error that says which', () => {
    expect(() => settings('--credentials-dir', join(folder, 'none'))).toThrow(
      `--credentials-dir: ${join(folder, 'none')} is no folder`,
    )
    mkdirSync(join(folder, 'airdesk.email'))
    expect(() => settings('--credentials-dir', folder)).toThrow(/airdesk\.email can't be read \(EISDIR\)/)
    rmSync(join(folder, 'airdesk.email'), { recursive: true })
    write('airdesk.email', 'x'.repeat(4097))
    expect(() => settings('--credentials-dir', folder)).toThrow(/airdesk\.email must have at most 4096 bytes/)
  })
})
