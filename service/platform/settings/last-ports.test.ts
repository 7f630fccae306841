import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLastPorts, writeLastPorts } from './last-ports.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airdesk-ports-'))
})
afterEach(() => rm(directory, { recursive: true }))

test('what listens is remembered; what does not yet stays as it was', async () => {
  expect(readLastPorts(directory)).toEqual({})
  writeLastPorts(directory, { rtmp: 40_001, sfu: 40_002, player: 0 })
  writeLastPorts(directory, { rtmp: 40_003, sfu: 0, player: 40_004 })
  expect(readLastPorts(directory)).toEqual({ rtmp: 40_003, sfu: 40_002, player: 40_004 })
  if (process.platform !== 'win32') {
    expect((await stat(join(directory, 'ports.json'))).mode & 0o777).toBe(0o600)
  }
})

test.each([
  ['', {}],
  ['{"rtmp":', {}],
  ['null', {}],
  ['{"rtmp":"1935","live":70000,"media":-1,"sfu":1.5,"other":1,"option":8081}', { option: 8081 }],
])('of a broken file only what is a port of ours counts: %s', async (text, known) => {
  await writeFile(join(directory, 'ports.json'), text)
  expect(readLastPorts(directory)).toEqual(known)
})
