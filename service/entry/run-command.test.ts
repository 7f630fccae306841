import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordHead } from '../contract/record/record.ts'
import { UsageError } from '../platform/settings/usage-error.ts'
import { findLayout } from './layout.ts'
import { runReplay } from './replay-command.ts'
import { runCommand } from './run-command.ts'

const layout = findLayout(join(import.meta.dirname, '../main.ts'))
const HEAD: RecordHead = {
  ...{ airdesk_record: 1, version: '1.2.3', seed: null },
  known: { email: '', password: '', access_code: '', access_token: '' },
}
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-command-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('coverage is of a service that runs, and starts none', async () => {
  await expect(runCommand(['coverage', '--data-dir', folder], layout)).rejects.toThrow(
    new UsageError(`no service runs on ${folder}: --data-dir names the folder of one that does`),
  )
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['no json', 'it is no ready file of a service'],
  ['null', 'it is no ready file of a service'],
  ['{"option_base_url":"http://127.0.0.1:1"}', 'it is no ready file of a service'],
])('replay refuses a --ready-file with %s', async (content, why) => {
  const [file, readyFile] = [join(folder, 'record.jsonl'), join(folder, 'ready.json')]
  await writeFile(file, `${JSON.stringify(HEAD)}\n`)
  await writeFile(readyFile, content)
  await expect(runReplay({ file, readyFile }, layout)).rejects.toThrow(
    new UsageError(`--ready-file ${readyFile}: ${why}`),
  )
})

test('a replay that compares nothing is no success', async () => {
  const file = join(folder, 'record.jsonl')
  await writeFile(file, `${JSON.stringify(HEAD)}\n`)
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  expect(await runReplay({ file, liveBaseUrl: 'http://127.0.0.1:1' }, layout)).toBe(1)
  expect(process.stdout.write).toHaveBeenCalledWith(expect.stringContaining('nothing was compared'))
  vi.restoreAllMocks()
})
