/**
 * The npm package as another project has it: packed from this checkout, installed with scripts allowed on a computer
 * with nothing but Node, npm and git, by a user who is not root and has an empty home.
 */
import { execFileSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { descendants } from '../support/processes.ts'
import type { Ready } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { broadcastOnce } from './broadcast.ts'
import { cleanRootFault, makeCleanRoot } from './clean-root.ts'
import type { CleanRoot } from './clean-root.ts'

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
const TARBALL = inRoot('dist', `airdesk-${version}.tgz`)
const SERVE = 'npx airdesk serve --ports auto --no-first-run --data-dir data --ready-file ready.json'
/** The lowest Node that runs the service by itself, and one that leaves it to the packaged Node. */
const LOWEST = '22.18.0'
const TOO_OLD = '20.19.0'

/** Prints the paths, below node_modules, of packages for which npm would run or build something. */
const FIND_SCRIPTS = `
  const { readdirSync, readFileSync, existsSync } = require('node:fs')
  const manifests = readdirSync('node_modules', { recursive: true }).filter((f) => /(^|\\/)package\\.json$/.test(f))
  const runs = (f) => {
    const { scripts = {}, gypfile } = JSON.parse(readFileSync('node_modules/' + f, 'utf8'))
    const built = existsSync('node_modules/' + f.replace('package.json', 'binding.gyp'))
    return built || gypfile || scripts.preinstall || scripts.install || scripts.postinstall
  }
  console.log(JSON.stringify({ all: manifests.length, bad: manifests.filter(runs) }))`

describe.skipIf(cleanRootFault())(`in a clean root${cleanRootFault() ? `: ${cleanRootFault()}` : ''}`, () => {
  let root: CleanRoot
  let app: string
  const running = new Set<ChildProcess>()

  beforeAll(() => {
    execFileSync(process.execPath, [inRoot('scripts', 'package-npm.mjs')], { stdio: 'inherit' })
    root = makeCleanRoot()
    app = `${root.home}/app`
    root.copyIn(TARBALL, `${root.home}/${basename(TARBALL)}`)
  })
  afterEach(async () => {
    for (const child of running) {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    }
  })
  afterAll(() => root.remove())

  const inApp = (line: string) => root.must(line, { cwd: app })

  /** Starts the service and waits until everything listens. */
  async function serve(line: string): Promise<{ ready: Ready; child: ChildProcess }> {
    const readyFile = join(root.path, app, 'ready.json')
    rmSync(readyFile, { force: true })
    const child = root.start(line, { cwd: app })
    running.add(child)
    child.once('close', () => running.delete(child))
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (said += String(chunk)))
    }
    await waitFor(
      () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
        return existsSync(readyFile)
      },
      'the ready file',
      60_000,
    ).catch((error: unknown) => {
      throw new Error(`${line}:\n${said}`, { cause: error })
    })
    const ready = JSON.parse(readFileSync(readyFile, 'utf8')) as Ready
    return { child, ready: { ...ready, ca_cert_file: join(root.path, ready.ca_cert_file) } }
  }

  /** Its processes whose command line matches. */
  const processesOf = (child: ChildProcess, command: RegExp) =>
    descendants(child.pid ?? 0).filter((entry) => command.test(entry.command))

  /** Not the shell that was told to start it. */
  const launchersOf = (child: ChildProcess) => processesOf(child, /^\S*node \S*bin\/airdesk/)

  const nodeOf = (child: ChildProcess) =>
    processesOf(child, /out\/service\/main\.js/).map(({ pid }) => readlinkSync(`/proc/${pid}/exe`))

  /** Ends it as a user does, and waits for the last of its processes. */
  async function stop(child: ChildProcess): Promise<void> {
    const ended = once(child, 'close')
    for (const { pid } of launchersOf(child)) process.kill(pid, 'SIGTERM')
    await ended
    expect(child.exitCode).toBe(0)
    expect(existsSync(join(root.path, app, 'ready.json'))).toBe(false)
  }

  it('npm installs it without a compiler, and no package has a script', async () => {
    await root.must(`mkdir ${app}`)
    const started = performance.now()
    const output = await inApp(`npm install ../${basename(TARBALL)}`)
    console.log(`Clean root: installed in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    expect(output).toMatch(/^added \d+ packages/m)
    expect(output).not.toMatch(/warn|ERR/i)
    await root.must('npm config get ignore-scripts | grep -qx false')
    const found = JSON.parse(await inApp(`node -e ${quoted(FIND_SCRIPTS)}`)) as { all: number; bad: string[] }
    expect(found.all).toBeGreaterThan(5)
    expect(found.bad).toEqual([])
    await inApp('! grep -q hasInstallScript node_modules/.package-lock.json package-lock.json')
    console.log(await inApp('du -m --max-depth=2 node_modules | sort -rn | head -8'))
  })

  it('every command has its help', async () => {
    const help = await inApp('npx airdesk --help')
    for (const name of ['serve', 'export', 'import', 'snapshot', 'reset', 'seed']) {
      expect(help).toMatch(new RegExp(`^ +${name} `, 'm'))
      expect(await inApp(`npx airdesk ${name} --help`)).toMatch(/^Usage: airdesk/)
    }
    for (const name of ['save', 'list', 'restore', 'delete']) {
      expect(await inApp(`npx airdesk snapshot ${name} --help`)).toContain(`airdesk snapshot ${name}`)
    }
    expect(await inApp('npx airdesk --version')).toBe(`${version}\n`)
  })

  it('serves, carries a broadcast through the transcoder, keeps its state, and stops', async () => {
    const { ready, child } = await serve(SERVE)
    expect(await (await fetch(ready.console_url)).text()).toContain('<title>Airdesk')
    const { video, audio } = await broadcastOnce(ready)
    expect(video).toMatchObject({ width: 640, height: 360, profile: 'Main' })
    expect(audio).toMatchObject({ codec: 'aac' })
    expect(await inApp('npx airdesk snapshot save before --data-dir data')).toMatch(
      /^Saved before: 1 channels/,
    )
    await inApp('npx airdesk reset channels --data-dir data')
    expect(await inApp('npx airdesk snapshot list --data-dir data')).toContain('before')
    expect(await inApp('npx airdesk snapshot restore before --data-dir data')).toMatch(
      /^Restored: 1 channels/,
    )
    await stop(child)
    await inApp('npx airdesk export state.airdesk --data-dir data')
    expect(await inApp('npx airdesk import state.airdesk --data-dir other')).toMatch(/^Restored: 1 channels/)
  })

  it.each([
    { what: 'too old for the service: the packaged Node takes over', release: TOO_OLD, own: false },
    { what: 'the lowest that it promises', release: LOWEST, own: true },
  ])('on Node $release, $what', async ({ release, own }) => {
    const name = `node-linux-${process.arch}`
    await root.must(`npm install --prefix ~/node-${release} ${name}@${release}`)
    const node = `${root.home}/node-${release}/node_modules/${name}/bin/node`
    const { ready, child } = await serve(
      SERVE.replace('npx airdesk', `${node} node_modules/airdesk/bin/airdesk.mjs`),
    )
    const expected = own ? node : `${app}/node_modules/${name}/bin/node`
    expect(nodeOf(child)).toEqual([join(root.path, expected)])
    expect((await broadcastOnce(ready)).video).toMatchObject({ width: 640, height: 360 })
    await stop(child)
  })

  it('on a Node that is too old, without a packaged one, it says what is needed', async () => {
    const name = `node-linux-${process.arch}`
    const node = `~/node-${TOO_OLD}/node_modules/${name}/bin/node`
    await inApp(`mv node_modules/${name} ../away`)
    const { code, output } = await root.run(`${node} node_modules/airdesk/bin/airdesk.mjs`, { cwd: app })
    await inApp(`mv ../away node_modules/${name}`)
    expect(code).toBe(1)
    expect(output).toMatch(
      new RegExp(`^airdesk: Node 22\\.18 or newer is needed, this is ${TOO_OLD.replaceAll('.', '\\.')}`),
    )
  })
})

/** As one word of the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
