/**
 * All checks, then all tests, whatever fails. The last line has the numbers; each of
 * build, imports, format, and types with lint counts as one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { delimiter } from 'node:path'
import { inRoot, root } from './lib/paths.mjs'
import { secondsSince } from './lib/programs.mjs'
import { lastLine, oneCheck, playwrightCounts, total, vitestCounts, withExit } from './lib/test-reports.mjs'

/** The tests of one of vitest's projects. */
function vitest(project, ...options) {
  const file = inRoot('out', 'test', `vitest-${project}.json`)
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  rmSync(file, { force: true })
  const count = (succeeded) => withExit(vitestCounts(file), succeeded)
  return [project, ['vitest', 'run', '--project', project, ...reports, ...options], count]
}

/** The tests of some of Playwright's projects. */
function playwright(...projects) {
  const file = inRoot('out', 'test', 'playwright.json')
  rmSync(file, { force: true })
  const count = (succeeded) => withExit(playwrightCounts(file), succeeded)
  return ['playwright', ['playwright', 'test', ...projects.map((name) => `--project=${name}`)], count]
}

/** What may wait for a core whenever another wants it. */
const behind = (step) => [...step, true]

/** name, program and arguments, how its outcome is counted; those of one line run at the same time */
const STEPS = [
  [['build', ['node', inRoot('scripts', 'build.mjs')], oneCheck]],
  [
    ['imports', ['node', inRoot('scripts', 'check-imports.mjs')], oneCheck],
    ['format', ['oxfmt', '--check', '.'], oneCheck],
  ],
  [
    // Encoding in real time takes most of one core; the other things take the rest.
    vitest('encoding'),
    behind(['types and lint', ['oxlint', '.', '--threads=1'], oneCheck]),
    behind(vitest('unit', '--maxWorkers=2')),
  ],
  [vitest('integration')],
  [playwright('console', 'webrtc', 'desktop')],
]

const PATH = `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`

async function run([command, ...args], waits) {
  const shell = process.platform === 'win32'
  const env = { ...process.env, PATH }
  const child = spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 'inherit', 'inherit'] })
  if (waits && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const [code] = await once(child, 'exit')
  return code === 0
}

async function step([name, command, count, waits = false]) {
  const started = performance.now()
  console.log(`\n── ${name}`)
  const counts = count(await run(command, waits))
  console.log(`── ${name}: ${lastLine(counts)} (${secondsSince(started)})`)
  return counts
}

const results = []
for (const steps of STEPS) results.push(...(await Promise.all(steps.map(step))))
const counts = total(results)
console.log(`\n${lastLine(counts)}`)
process.exit(counts.failed > 0 ? 1 : 0)
