/**
 * All checks, then all tests, whatever fails. The last line has the numbers; each of
 * build, imports, format, and types with lint counts as one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { delimiter } from 'node:path'
import { inRoot, root } from './lib/paths.mjs'
import { secondsSince } from './lib/programs.mjs'
import { lastLine, oneCheck, playwrightCounts, total, vitestCounts, withExit } from './lib/test-reports.mjs'

const VITEST = inRoot('out', 'test', 'vitest.json')
const PLAYWRIGHT = inRoot('out', 'test', 'playwright.json')

/** name, program and arguments, how its outcome is counted; those of one line run at the same time */
const STEPS = [
  [['build', ['node', inRoot('scripts', 'build.mjs')], oneCheck]],
  [
    ['imports', ['node', inRoot('scripts', 'check-imports.mjs')], oneCheck],
    ['format', ['oxfmt', '--check', '.'], oneCheck],
    ['types and lint', ['oxlint', '.'], oneCheck],
  ],
  [
    [
      'vitest',
      ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`],
      (succeeded) => withExit(vitestCounts(VITEST), succeeded),
    ],
  ],
  [['playwright', ['playwright', 'test'], (succeeded) => withExit(playwrightCounts(PLAYWRIGHT), succeeded)]],
]

const PATH = `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`

async function run([command, ...args]) {
  const shell = process.platform === 'win32'
  const env = { ...process.env, PATH }
  const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  return code === 0
}

async function step([name, command, count]) {
  const started = performance.now()
  console.log(`\n── ${name}`)
  const counts = count(await run(command))
  console.log(`── ${name}: ${lastLine(counts)} (${secondsSince(started)})`)
  return counts
}

const results = []
for (const report of [VITEST, PLAYWRIGHT]) rmSync(report, { force: true })
for (const steps of STEPS) results.push(...(await Promise.all(steps.map(step))))
const counts = total(results)
console.log(`\n${lastLine(counts)}`)
process.exit(counts.failed > 0 ? 1 : 0)
