#!/usr/bin/env node
/**
 * The command `airdesk` of the npm package. Any Node from 18 on reads it: where that one is too old for the
 * service, the Node that is installed beside it runs the service. It stays as the service's parent, for it
 * notices when npx is gone.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWith, startChild } from '../scripts/lib/child.mjs'
import { LOWEST_NODE, isNewEnough } from '../scripts/lib/node-version.mjs'

const SERVICE = join(dirname(fileURLToPath(import.meta.url)), '..', 'out', 'service', 'main.js')
const { platform, arch, versions, execPath } = process

/** The Node of the optional package for this system; undefined where there is none, or it was left out. */
function packagedNode() {
  const [system, file] = platform === 'win32' ? ['win', 'node.exe'] : [platform, 'node']
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${system}-${arch}/package.json`)
    const executable = join(dirname(manifest), 'bin', file)
    return existsSync(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

/** @param {string} text */
function fail(text) {
  console.error(`airdesk: ${text}`)
  process.exitCode = 1
}

const node = isNewEnough(versions.node) ? execPath : packagedNode()
if (!existsSync(SERVICE)) fail('this package was packed before it was built; see: npm run package:npm')
else if (node) endWith(startChild(node, [SERVICE, ...process.argv.slice(2)]))
else {
  fail(
    `Node ${LOWEST_NODE} or newer is needed, this is ${versions.node}. Install a newer one` +
      `, or let npm install optional packages: for some systems, Node is one of them (node-${platform}-${arch}).`,
  )
}
