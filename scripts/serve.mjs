/** Runs the service without a window: builds what has changed, then hands over every argument and signal. */
import { buildIfNeeded } from './build.mjs'
import { runService } from './lib/child.mjs'
import { nodeExecutable } from './lib/node.mjs'
import { inRoot } from './lib/paths.mjs'

try {
  buildIfNeeded()
  runService(nodeExecutable(), [inRoot('out', 'service', 'main.js'), ...process.argv.slice(2)])
} catch (error) {
  console.error(`Airdesk could not be started: ${error.message}`)
  process.exit(1)
}
