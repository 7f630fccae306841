import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { ProcessUsage } from '../contract/worker-protocol.ts'

const USAGE = new URL('./usage.ts', import.meta.url).href

/** In a process that may open 64 files: before and after it has opened as many as it can. */
const PROGRAM = `
  import { openSync } from 'node:fs'
  import { ownUsage } from ${JSON.stringify(USAGE)}
  const before = ownUsage()
  try {
    for (;;) openSync('/dev/null')
  } catch (error) {
    console.log(JSON.stringify({ code: error.code, before, after: ownUsage() }))
  }`

it.skipIf(process.platform === 'win32')('is told where no file can be opened any more', async () => {
  const command = [
    '-c',
    'ulimit -n 64; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    PROGRAM,
  ]
  const { stdout } = await promisify(execFile)('sh', command)
  const told = JSON.parse(stdout) as { code: string; before: ProcessUsage; after: ProcessUsage }
  expect(told.code).toBe('EMFILE')
  expect(told.before.memoryBytes).toBeGreaterThan(0)
  expect(told.after.memoryBytes).toBeGreaterThanOrEqual(told.before.memoryBytes)
  expect(told.after.cpuMs).toBeGreaterThan(0)
})
