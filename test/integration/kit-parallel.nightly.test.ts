import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** The value that so large a part of the values is not above. */
const atMost = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0

it('100 tests in parallel on one service, none of which sees what is another one’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-kit-'))
  try {
    const figures = join(folder, 'times.json')
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--config', 'test/support/kit/vitest.config.ts', '--reporter', 'dot']
    const env = { ...process.env, FIGURES: figures }
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })
    expect(stdout).toMatch(/100 passed/)
    const times = JSON.parse(await readFile(figures, 'utf8')) as number[]
    expect(times).toHaveLength(100)
    const [median, most] = [atMost(times, 0.5), atMost(times, 0.95)].map(Math.round)
    console.log(`time to a system, 100 at once: median ${median} ms, 95th percentile ${most} ms`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
