#!/usr/bin/env node
/**
 * The command `airdesk` of the npm package. Any Node from 18 on reads this file; one that is older than the
 * service needs hands over to the Node that is installed beside it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endWith, startChild } from '../scripts/lib/child.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const service = join(root, 'out', 'service', 'main.js')

/** @returns {string} the lowest Node that runs the service, such as 22.18 */
function neededNode() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '')
}

/** @param {string} needed such as 22.18 */
function isNewEnough(needed) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [neededMajor, neededMinor] = needed.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}

/** The Node of the optional package for this system; undefined where there is none or npm left it out. */
function packagedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`)
    return [join(dirname(manifest), 'bin', file)].find((path) => existsSync(path))
  } catch {
    return undefined
  }
}

const needed = neededNode()
const node = isNewEnough(needed) ? process.execPath : packagedNode()
if (node === undefined) {
  console.error(
    `airdesk: Node ${needed} or newer is needed, this is ${process.versions.node}, and no packaged Node is installed\n` +
      `for ${process.platform}-${process.arch}. Install a newer Node, or let npm install optional packages.`,
  )
  process.exitCode = 1
} else if (node === process.execPath) {
  await import(pathToFileURL(service).href)
} else {
  endWith(startChild(node, [service, ...process.argv.slice(2)]))
}
