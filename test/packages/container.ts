/** Airdesk's image, built of the Debian package on a clean root, and a container of it. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { ensureProgram } from '../../scripts/lib/system-packages.mjs'
import { freePort } from '../support/free-port.ts'
import type { Ready } from '../support/service.ts'
import type { CleanRoot } from './clean-root.ts'

const BASE = 'localhost/airdesk-test-base'
const IMAGE = 'localhost/airdesk-test'
const READY_FILE = '/run/airdesk/ready.json'
const CA_FILE = '/var/lib/airdesk/tls/ca.pem'
/** Without the console's, where the image's own check asks. */
const TCP = ['rtmp', 'media', 'media-http', 'option', 'live', 'signaling']
const UDP = ['sfu', 'sfu-verification']

/** @throws Error with what it said when it fails */
export function podman(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('podman', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`podman ${args[0]}: ${error?.message ?? stderr}`)
  return stdout
}

/** Builds it with the Containerfile's own lines. @param root stands for the image of Debian that is named there */
export function buildImage(root: CleanRoot): void {
  for (const name of ['podman', 'runc']) ensureProgram(name)
  ensureProgram('iptables')
  const base = join(root.path, '..', `base-${process.pid}.tar`)
  const { status, stderr } = spawnSync('tar', ['-C', root.path, '-cf', base, '.'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar: ${stderr}`)
  podman('import', base, BASE)
  rmSync(base)
  const file = inRoot('scripts/package/linux/Containerfile')
  podman(
    ...[
      'build',
      '--isolation',
      'chroot',
      '--network',
      'host',
      '--format',
      'docker',
      '--build-arg',
      `BASE=${BASE}`,
    ],
    ...['--tag', IMAGE, '--file', file, inRoot('dist/linux')],
  )
}

export interface Container {
  readonly name: string
  /** By the image's own check. @throws Error with its log once it does not run any more */
  isHealthy(): boolean
  /** With the authority's file in `folder`. */
  ready(folder: string): Ready
  log(): string
  remove(): void
}

/** Starts one whose ports are published on loopback, under the same numbers. @param options of the service */
export async function startContainer(options: string): Promise<Container> {
  const name = `airdesk-test-${process.pid}`
  const ports: string[] = []
  const published: string[] = []
  for (const port of [...TCP, ...UDP]) {
    const number = await freePort()
    ports.push(`--${port}-port`, String(number))
    published.push('-p', `127.0.0.1:${number}:${number}${UDP.includes(port) ? '/udp' : ''}`)
  }
  // Without systemd nobody asks for its health; the test does.
  const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']
  podman(
    '--runtime',
    'runc',
    'run',
    '--detach',
    '--name',
    name,
    ...limits,
    ...published,
    ...['--env', `AIRDESK_OPTIONS=${options}`],
    IMAGE,
    ...ports,
  )
  const log = () => {
    const { stdout, stderr } = spawnSync('podman', ['logs', name], { encoding: 'utf8' })
    return stdout + stderr
  }
  return {
    ...{ name, log },
    isHealthy: () => {
      if (!podman('ps', '--format', '{{.Names}}').includes(name)) throw new Error(`It has ended: ${log()}`)
      return spawnSync('podman', ['healthcheck', 'run', name]).status === 0
    },
    ready: (folder) => {
      const info = JSON.parse(podman('exec', name, 'cat', READY_FILE)) as Ready
      podman('cp', `${name}:${CA_FILE}`, join(folder, 'ca.pem'))
      return { ...info, ca_cert_file: join(folder, 'ca.pem') }
    },
    remove: () => {
      podman('rm', '--force', '--time', '0', '--volumes', name)
    },
  }
}

export function removeImages(): void {
  podman('rmi', '--force', IMAGE, BASE)
}
