import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMAND_NAMES, COMMANDS } from '../platform/settings/command-list.ts'
import { UsageError } from '../platform/settings/usage-error.ts'
import { parseCommand } from './commands.ts'

const FILE = import.meta.filename
const NONE = join(tmpdir(), 'airdesk-none')

const helpOf = (...argv: string[]) => {
  const parsed = parseCommand(argv)
  return 'help' in parsed ? parsed.help : null
}

test.each(COMMAND_NAMES)('%s has a help of its own', (name) => {
  expect(helpOf(name, '--help')).toContain(COMMANDS[name])
})

test.each(['save', 'list', 'restore', 'delete'])('snapshot %s has a help of its own', (name) => {
  expect(helpOf('snapshot', name, '--help')).toContain(`airdesk snapshot ${name}`)
})

test('a command that only holds others explains itself', () => {
  expect(helpOf('snapshot')).toBe(helpOf('snapshot', '--help'))
})

test.each([
  [['export'], "missing required argument 'file'"],
  [['snapshot', 'forget'], "unknown command 'forget'"],
  [['reset', 'nothing'], 'Allowed choices are'],
  [['replay', 'f', '--ready-file', '--json'], "option '--ready-file <file>' argument missing"],
  [['snapshot', 'list', '--data-dir', '--json'], "option '--data-dir <folder>' argument missing"],
  [['export', FILE, '--data-dir', ''], '--data-dir must not be empty'],
  [['export', tmpdir()], 'it is a folder'],
  [['export', join(tmpdir(), 'airdesk-none', 'state')], 'there is no folder for it'],
  [['import', tmpdir()], 'it is a folder'],
  [['import', NONE], 'there is no such file'],
  [['nginx-config', '--tls-cert', NONE, '--tls-key', NONE], `--tls-cert ${NONE}: there is no such file`],
  [['nginx-config', '--tls-cert', FILE, '--tls-key', NONE], `--tls-key ${NONE}: there is no such file`],
  [
    ['nginx-config', '--data-dir', NONE],
    `--data-dir names no folder that a service ran on: ${join(NONE, 'tls', 'server.pem')}`,
  ],
  [
    ['nginx-config', '--data-dir', NONE, '--tls-cert', FILE, '--tls-key', FILE],
    `${join(NONE, 'tls', 'ca.pem')}: there is no such file`,
  ],
  [['seed', '--language', 'fr'], 'Allowed choices are en, ja'],
])('refuses %j: %s', (argv, message) => {
  expect(() => parseCommand(argv)).toThrow(UsageError)
  expect(() => parseCommand(argv)).toThrow(message)
})
