import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startService } from '../support/service.ts'

let dataDir: string
let file: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-secrets-'))
  file = join(dataDir, 'secrets.key')
})
afterEach(() => rm(dataDir, { recursive: true }))

test('the sealing key is made on the first start, kept over the next, and told nobody', async () => {
  const contents: string[] = []
  for (let start = 0; start < 2; start++) {
    const service = await startService({ dataDir, args: ['--log-level', 'trace'] })
    contents.push(await readFile(file, 'utf8'))
    await service.stop()
    const { key } = JSON.parse(contents[0] ?? '') as { key: string }
    const logs = join(dataDir, 'logs')
    const texts = [service.output(), JSON.stringify(service.ready)]
    for (const name of await readdir(logs)) texts.push(await readFile(join(logs, name), 'utf8'))
    expect(texts.join('\n')).not.toContain(key)
    expect(texts.join('\n')).not.toContain(Buffer.from(key, 'base64').toString('hex'))
  }
  expect(contents[1]).toBe(contents[0])
})

test('a database that another program holds is told with what to do, and nothing starts', async () => {
  const other = new SQLite(join(dataDir, 'airdesk.db')).exec('BEGIN EXCLUSIVE')
  await expect(startService({ dataDir })).rejects.toThrow(
    `airdesk: Another program holds a database of the data folder ${dataDir}. End it and start again.`,
  )
  other.close()
})

test('a damaged key file is named, is left as it is, and nothing starts', async () => {
  await writeFile(file, '{"version":1', { mode: 0o600 })
  await expect(startService({ dataDir })).rejects.toThrow(`airdesk: The file ${file} is damaged.`)
  expect(await readFile(file, 'utf8')).toBe('{"version":1')
})
