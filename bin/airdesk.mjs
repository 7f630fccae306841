#!/usr/bin/env node
/**
 * The command `airdesk` of the npm package. Any Node from 18 on reads it: where that one is too old for the
 * service, the packaged one runs the service. It stays as the service's parent, for it notices when npx is gone.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runService } from '../scripts/lib/child.mjs'
import { isNewEnough, installFault, packagedNode } from '../scripts/lib/node.mjs'

const SERVICE = join(dirname(fileURLToPath(import.meta.url)), '..', 'out', 'service', 'main.js')

const fault = existsSync(SERVICE)
  ? installFault()
  : 'This package was packed before it was built; npm run package:npm does both.'
if (fault) {
  console.error(`airdesk: ${fault}`)
  process.exitCode = 1
} else {
  const node = isNewEnough(process.versions.node) ? process.execPath : packagedNode()
  runService(node, [SERVICE, ...process.argv.slice(2)])
}
