/** Two machines on one wire: network namespaces of Linux, which have nothing but each other. */
import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Said, Task } from './elsewhere.ts'

export const SERVER_ADDRESS = '10.203.7.1'
/** Of the server too, and no way leads there from the other machine. */
export const INNER_ADDRESS = '10.203.8.1'
const CLIENT_ADDRESS = '10.203.7.2'

export interface TwoMachines {
  /** In front of a command: runs it on the machine of that name. */
  readonly onServer: readonly string[]
  /** Does something on the other machine. @param ca PEM file that it trusts */
  readonly elsewhere: (ca?: string) => Elsewhere
  /** A program that runs another one there, for who takes a path only. */
  wrapped(program: string): Promise<string>
  close(): Promise<void>
}

export interface Elsewhere {
  do(task: Task): Promise<Said>
  close(): void
}

const ip = (...args: readonly string[]) => spawnSync('ip', args, { encoding: 'utf8' })

/** Null where this computer or user can't have them; the reason is printed. */
export async function twoMachines(): Promise<TwoMachines | null> {
  const [server, client] = [`airdesk-s${process.pid}`, `airdesk-c${process.pid}`]
  const remove = () => [server, client].forEach((name) => ip('netns', 'del', name))
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-machines-'))
  const steps = [
    ...[server, client].map((name) => ['netns', 'add', name]),
    ...[server, client].map((name) => ['-n', name, 'link', 'set', 'lo', 'up']),
    ['-n', server, 'link', 'add', 'wire', 'type', 'veth', 'peer', 'name', 'wire', 'netns', client],
    // An address of IPv6 would come by itself some time later; browsers give up what they load when addresses change.
    ...[server, client].map((name) => ['-n', name, 'link', 'set', 'wire', 'addrgenmode', 'none']),
    ['-n', server, 'addr', 'add', `${SERVER_ADDRESS}/24`, 'dev', 'wire'],
    ['-n', server, 'addr', 'add', `${INNER_ADDRESS}/32`, 'dev', 'lo'],
    ['-n', client, 'addr', 'add', `${CLIENT_ADDRESS}/24`, 'dev', 'wire'],
    ...[server, client].map((name) => ['-n', name, 'link', 'set', 'wire', 'up']),
  ]
  for (const step of steps) {
    const { status, stderr, error } = ip(...step)
    if (status === 0) continue
    console.warn(`No network namespaces here (ip ${step.join(' ')}: ${error?.message ?? stderr.trim()})`)
    remove()
    await rm(folder, { recursive: true, force: true })
    return null
  }
  const onClient = ['ip', 'netns', 'exec', client]
  return {
    onServer: ['ip', 'netns', 'exec', server],
    elsewhere: (ca) => startElsewhere(onClient, ca),
    async wrapped(program) {
      const file = join(folder, 'wrapped.sh')
      await writeFile(file, `#!/bin/sh\nexec ${onClient.join(' ')} '${program}' "$@"\n`)
      await chmod(file, 0o755)
      return file
    },
    async close() {
      remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function startElsewhere([command = '', ...args]: readonly string[], ca: string | undefined): Elsewhere {
  const child = spawn(command, [...args, process.execPath, join(import.meta.dirname, 'elsewhere.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...(ca !== undefined && { NODE_EXTRA_CA_CERTS: ca }) },
  })
  const waiting = new Map<number, (said: Said) => void>()
  let last = 0
  child.on('message', ({ id, said }: { id: number; said: Said }) => {
    waiting.get(id)?.(said)
    waiting.delete(id)
  })
  return {
    do: (task) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve)
        child.send({ id: last, task })
      }),
    close: () => void child.kill(),
  }
}
