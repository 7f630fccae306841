/** Runs the service without a window: builds what has changed, then hands over every argument and signal. */
import { existsSync } from 'node:fs'
import { buildIfNeeded } from './build.mjs'
import { endWith, startChild } from './lib/child.mjs'
import { inRoot } from './lib/paths.mjs'

const NEEDED_NODE = 24

/** npm scripts find the Node of the checkout first; a call by hand may come from an older one. */
function nodeExecutable() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return process.execPath
  const own = inRoot('node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own)) return own
  throw new Error(
    `Node ${NEEDED_NODE} or newer is needed, this is ${process.versions.node}; try: npm run serve`,
  )
}

try {
  buildIfNeeded()
  endWith(startChild(nodeExecutable(), [inRoot('out', 'service', 'main.js'), ...process.argv.slice(2)]))
} catch (error) {
  console.error(`Airdesk could not be started: ${error.message}`)
  process.exit(1)
}
