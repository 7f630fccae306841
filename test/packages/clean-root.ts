/** A computer with nothing on it: the smallest Debian in a folder, where commands run that see nothing else. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram } from '../../scripts/lib/programs.mjs'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { ensureProgram } from '../../scripts/lib/system-packages.mjs'

const SUITE = 'bookworm'
const FOLDER = inRoot('out', 'clean-root')
const BASE = join(FOLDER, `${SUITE}-base`)
/** The ordinary user of each root. */
const USER = { name: 'visitor', id: 1000, home: '/home/visitor' } as const
/** Where this machine keeps the authorities it trusts; the registries may be known by one of its own. */
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'

export interface RunOptions {
  /** Who runs it; the ordinary user unless told. */
  readonly as?: 'root' | 'visitor'
  /** The folder it runs in; the user's home unless told. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly code: number | null
  /** Both streams as they came. */
  readonly output: string
}

export interface CleanRoot {
  /** Its folder on this machine. */
  readonly path: string
  readonly home: string
  /** Runs a line of the shell to its end; what it says is shown. Nothing of it outlives it. */
  run(line: string, options?: RunOptions): Promise<Outcome>
  /**
   * As `run`.
   * @returns what it said
   * @throws Error when it fails
   */
  must(line: string, options?: RunOptions): Promise<string>
  /** Starts a line of the shell that goes on; SIGKILL to the child ends all that it started, milder signals nothing. */
  start(line: string, options?: RunOptions): ChildProcess
  /** Copies a file or folder of this machine to a place in it, for the ordinary user to read. */
  copyIn(from: string, to: string): void
  remove(): void
}

/** Why no root can be made here, in words; undefined where it can. */
export function cleanRootFault(): string | undefined {
  if (process.platform !== 'linux') return 'clean roots are made of Debian, on Linux'
  if (process.getuid?.() !== 0) return 'only root may make a clean root (debootstrap, chroot): try sudo'
  return undefined
}

/**
 * Makes one: Debian's minbase with git, and Node and npm as this machine's user has them, but for `node: false`.
 * The base is made once and copied.
 * @throws Error where none can be made, with the reason
 */
export function makeCleanRoot({ node = true } = {}): CleanRoot {
  const fault = cleanRootFault()
  if (fault) throw new Error(fault)
  if (!existsSync(BASE)) makeBase()
  const path = mkdtempSync(join(FOLDER, 'root-'))
  must('cp', ['-a', '--reflink=auto', `${BASE}/.`, path])
  if (node) bringNode(path)
  const child = (line: string, options: RunOptions) => startIn(path, line, options)
  const run = async (line: string, options: RunOptions = {}): Promise<Outcome> => {
    const started = child(line, options)
    let output = ''
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += String(chunk)
        process.stdout.write(chunk)
      })
    }
    const code = await new Promise<number | null>((resolve) => started.once('close', resolve))
    return { code, output }
  }
  return {
    path,
    home: USER.home,
    run,
    must: async (line, options) => {
      const { code, output } = await run(line, options)
      if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${output}`)
      return output
    },
    start: (line, options = {}) => child(line, options),
    copyIn: (from, to) => {
      const place = join(path, to)
      mkdirSync(dirname(place), { recursive: true })
      cpSync(from, place, { recursive: true })
      if (to.startsWith(USER.home)) must('chown', ['-R', `${USER.id}:${USER.id}`, join(path, USER.home)])
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

function makeBase(): void {
  ensureProgram('debootstrap')
  mkdirSync(FOLDER, { recursive: true })
  const making = mkdtempSync(join(FOLDER, 'making-'))
  try {
    console.log(`Clean root: making Debian ${SUITE} (minbase, git) …`)
    must('debootstrap', ['--variant=minbase', '--include=ca-certificates,git', SUITE, making])
    must('chroot', [making, 'useradd', '--create-home', '--uid', String(USER.id), USER.name])
    // Debian's own scripts would start services in a root that has no init.
    writeFileSync(join(making, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    must('chmod', ['755', making])
    renameSync(making, BASE)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}

/** Node and npm of this machine's user, not those of the checkout. */
function bringNode(path: string): void {
  const [node, npm] = ['node', 'npm'].map((name) => findProgram(name, systemPath()))
  if (!node || !npm) throw new Error('a clean root needs the Node and the npm of this machine: none in PATH')
  const lib = join(path, 'usr/local/lib/node_modules/npm')
  cpSync(realpathSync(node), join(path, 'usr/local/bin/node'))
  cpSync(join(realpathSync(npm), '..', '..'), lib, { recursive: true, dereference: true })
  for (const name of ['npm', 'npx']) {
    must('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(path, 'usr/local/bin', name)])
  }
  // What a system's administrator set for npm is no part of a user's machine.
  rmSync(join(lib, 'npmrc'), { force: true })
}

const systemPath = () =>
  (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')

/** In namespaces of its own for processes and mounts, which end with it; the network is this machine's. */
function startIn(path: string, line: string, { as = USER.name, cwd, env }: RunOptions): ChildProcess {
  const home = as === 'root' ? '/root' : USER.home
  bringNetwork(path)
  // The shell stays above: it ends with `unshare`, and all others with it; a program of another user would not.
  const shell = `mount -t proc proc ${path}/proc && chroot --userspec=${as} ${path} /usr/bin/env -i "$@"; exit $?`
  const environment = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: home,
    LANG: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    NO_COLOR: '1',
    NODE_EXTRA_CA_CERTS: AUTHORITIES,
    ...env,
  }
  const inside = ['sh', '-c', `cd "$0" && ${line}`, cwd ?? home]
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', shell, 'sh']
  return spawn('unshare', [...namespaces, ...variables, ...inside], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** How names are found and whom to trust are this machine's; a registry must be reached as from here. */
function bringNetwork(path: string): void {
  for (const file of ['/etc/resolv.conf', '/etc/hosts', AUTHORITIES]) {
    if (existsSync(file)) cpSync(realpathSync(file), join(path, file))
  }
}

function must(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `ended with ${status}`}`)
}
