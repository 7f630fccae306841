/** Runs an example as its own project: a copy of its folder, with this checkout for the installed package. */
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export interface ExampleRun {
  readonly code: number | null
  /** Both streams. */
  readonly output: string
}

/**
 * `npm test` of an example, without the network. It lies in `out/`, so that it finds the packages of this checkout
 * as if they were its own.
 */
export async function runExample(name: string, env: NodeJS.ProcessEnv = {}): Promise<ExampleRun> {
  await mkdir(join(ROOT, 'out'), { recursive: true })
  const folder = await mkdtemp(join(ROOT, 'out/example-'))
  try {
    await cp(join(ROOT, 'examples', name), folder, { recursive: true })
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
    await symlink(ROOT, join(folder, 'node_modules/airdesk'), 'junction')
    await symlink(join(ROOT, 'bin/airdesk.mjs'), join(folder, 'node_modules/.bin/airdesk'))
    return await run(folder, env)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(folder: string, env: NodeJS.ProcessEnv): Promise<ExampleRun> {
  const path = [join(folder, 'node_modules/.bin'), join(ROOT, 'node_modules/.bin'), process.env['PATH']]
  // What tells a runner that it is run by another one.
  const { VITEST: _, VITEST_WORKER_ID: __, NODE_TEST_CONTEXT: ___, ...own } = process.env
  const child = spawn('npm', ['test', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...own, CI: 'true', ...env, PATH: path.join(process.platform === 'win32' ? ';' : ':') },
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
