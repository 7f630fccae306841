import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { demandReadable, demandWritable } from './given-file.ts'
import { UsageError } from './usage-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'airdesk-given-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'file')
writeFileSync(file, '')
const none = join(folder, 'none')
const nowhere = join(none, 'file')

test('a file that is there can be read, and one in a folder that is there be written', () => {
  demandReadable('--faults', file)
  for (const path of [file, none]) demandWritable('--ready-file', path)
})

test.each([
  [demandReadable, none, 'there is no such file'],
  [demandReadable, folder, 'it is a folder'],
  [demandReadable, join(file, 'below'), "can't be read (ENOTDIR)"],
  [demandWritable, folder, 'it is a folder'],
  [demandWritable, nowhere, 'there is no folder for it'],
] as const)('%o of %s is refused', (demand, path, why) => {
  expect(() => demand('--some-file', path)).toThrow(new UsageError(`--some-file ${path}: ${why}`))
})
