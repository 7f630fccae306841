/** A clean root with a real systemd as its first process: systemd-nspawn starts it, commands join it. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureProgram } from '../../scripts/lib/system-packages.mjs'
import { waitFor } from '../support/wait-for.ts'
import type { CleanRoot } from './clean-root.ts'

export interface BootedRoot {
  /** Where files of it are, those of /run included. */
  readonly path: string
  /** Runs a line of the shell in it, as root. */
  run(line: string): { readonly code: number | null; readonly output: string }
  /** As `run`. @throws Error when it fails */
  must(line: string): string
  /** Shuts it down. */
  end(): Promise<void>
}

/** @throws Error with what was said, where it does not come up */
export async function boot(root: CleanRoot): Promise<BootedRoot> {
  ensureProgram('systemd-nspawn', 'systemd-container')
  await root.must('apt-get update -q && apt-get install -q -y --no-install-recommends systemd-sysv dbus', {
    as: 'root',
  })
  // It is there for roots without an init.
  rmSync(join(root.path, 'usr/sbin/policy-rc.d'), { force: true })
  const args = ['-D', root.path, '--register=no', '--keep-unit', '--boot', '--console=pipe']
  const child = spawn('systemd-nspawn', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  }
  try {
    const init = await waitFor(() => childOf(child), 'the first process of the root', 30_000)
    const booted = joined(child, init)
    await waitFor(
      () => {
        if (child.exitCode !== null) throw new Error(`systemd-nspawn ended with ${child.exitCode}`)
        return /^(running|degraded)$/m.test(booted.run('systemctl is-system-running').output)
      },
      'systemd to be up',
      60_000,
    )
    return booted
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`systemd does not come up in a clean root:\n${said}`, { cause: error })
  }
}

function childOf({ pid }: ChildProcess): number | null {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return Number(list[0]) || null
}

function joined(child: ChildProcess, init: number): BootedRoot {
  const run = (line: string) => {
    const args = [
      `--target=${init}`,
      ...'-m -u -i -p -C'.split(' '),
      'env',
      '-i',
      'DEBIAN_FRONTEND=noninteractive',
    ]
    const inside = [...args, 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'sh', '-c', `exec 2>&1; ${line}`]
    const { status, stdout } = spawnSync('nsenter', inside, { encoding: 'utf8' })
    return { code: status, output: stdout }
  }
  return {
    path: `/proc/${init}/root`,
    run,
    must: (line) => {
      const { code, output } = run(line)
      if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${output}`)
      return output
    },
    end: async () => {
      const ended = once(child, 'close')
      run('systemctl poweroff')
      await ended
    },
  }
}
