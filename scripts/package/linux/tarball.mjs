/** A folder that runs from anywhere: `./airdesk/bin/airdesk`. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { putCommandHelp } from './share.mjs'
import { normalise } from './tree.mjs'

/**
 * @param {{ tree: string, out: string, architecture: import('./tree.mjs').Architecture,
 *   about: import('./share.mjs').About }} options as of `makeDeb`
 * @returns {string} the file
 */
export function makeTarball({ tree, out, architecture, about }) {
  const parent = join(out, `tarball-${architecture}`)
  const root = join(parent, 'airdesk')
  rmSync(parent, { recursive: true, force: true })
  cpSync(tree, root, { recursive: true })
  putCommandHelp(join(root, 'share'), about)
  const programs = [join(root, 'bin/airdesk'), join(root, 'node/bin/node')]
  normalise(root, about.date, (file) => programs.includes(file))
  const file = join(out, `airdesk-${about.version}-linux-${architecture}.tar.gz`)
  const owners = ['--owner=0', '--group=0', '--numeric-owner']
  const order = ['--sort=name', '--format=gnu', '--use-compress-program=gzip -n -9']
  run('tar', ['--create', '--file', file, ...order, ...owners, '--directory', parent, 'airdesk'])
  rmSync(parent, { recursive: true })
  return file
}
