/** This machine as a newcomer's: nothing in PATH but Node, npm, git and a shell; an empty home, an empty cache of npm. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../scripts/lib/programs.mjs'

const PROGRAMS = ['npm', 'npx', 'git', 'sh', 'env', 'uname']

export interface BareMachine {
  /** New folder with everything below. */
  readonly folder: string
  readonly home: string
  /** Where temporary files are made. */
  readonly temporary: string
  readonly node: string
  readonly env: NodeJS.ProcessEnv
  /** Puts one more program into PATH. */
  add(name: string, program: string): void
  /** Starts a line of the shell. */
  start(line: string, cwd: string): ChildProcess
  /**
   * Runs a line of the shell to its end; what it says is shown.
   * @returns both streams
   * @throws Error where it fails
   */
  must(line: string, cwd: string): Promise<string>
  remove(): void
}

/** @param node the Node in PATH; that of this machine's user unless told */
export function makeBareMachine(node?: string): BareMachine {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bare-'))
  const [bin, home, temporary] = ['bin', 'home', 'tmp'].map((name) => {
    mkdirSync(join(folder, name))
    return join(folder, name)
  }) as [string, string, string]
  const usual = (process.env.PATH ?? '')
    .split(':')
    .filter((entry) => !entry.includes('node_modules'))
    .join(':')
  const add = (name: string, program: string) => symlinkSync(program, join(bin, name))
  const found = (name: string): string => {
    const program = findProgram(name, usual)
    if (program === undefined) throw new Error(`${name} is not in PATH`)
    return program
  }
  for (const name of PROGRAMS) add(name, found(name))
  const ownNode = node ?? found('node')
  add('node', ownNode)
  const { NODE_EXTRA_CA_CERTS } = process.env
  const trust = NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }
  const env = { PATH: bin, HOME: home, TMPDIR: temporary, NO_COLOR: '1', CI: 'true', ...trust }
  const start = (line: string, cwd: string) =>
    spawn(join(bin, 'sh'), ['-ec', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  return {
    ...{ folder, home, temporary, node: ownNode, env, add, start },
    must: async (line, cwd) => {
      const child = start(line, cwd)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += String(chunk)
          process.stdout.write(chunk)
        })
      }
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
      if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${output}`)
      return output
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
