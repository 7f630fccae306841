/**
 * Develops the console: Vite serves the renderer with hot reload and passes everything else to a service that
 * runs from its sources and is started again when they change. Arguments go to the service; without
 * --data-dir it keeps its data in out/dev.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'vite'
import { rendererConfig } from './lib/build-targets.mjs'
import { onParentEnd } from './lib/parent-end.mjs'
import { inRoot } from './lib/paths.mjs'

/** What the service answers itself, HTTP and WebSocket. */
const PASSED_ON = '^/console/api/'
/** Editors write a file more than once. */
const QUIET_MS = 300

const given = process.argv.slice(2)
const args = given.some((argument) => argument.startsWith('--data-dir'))
  ? given
  : ['--data-dir', inRoot('out', 'dev'), ...given]

/** Where the service is, set at each of its starts, and the proxy that goes there. */
let target = 'http://127.0.0.1:9'
let own = target
let proxyOptions = {}
let service = startService()

const vite = await createServer({
  ...(await rendererConfig()),
  server: { host: '127.0.0.1', proxy: { [PASSED_ON]: { target, ws: true, configure } } },
})
await vite.listen()

/** The service answers only to its own name and to pages of its own origin. */
function configure(proxy) {
  proxyOptions = proxy.options
  proxyOptions.target = target
  const asOwn = (request) => {
    request.setHeader('host', new URL(own).host)
    if (request.getHeader('origin')) request.setHeader('origin', own)
  }
  proxy.on('proxyReq', asOwn)
  proxy.on('proxyReqWs', asOwn)
}

function startService() {
  const child = spawn(process.execPath, [inRoot('service', 'main.ts'), ...args], {
    // It ends by itself when the channel closes.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    const entry = /(http:\/\/[^/\s]+)\/(#entry=\S+)/.exec(String(chunk))
    if (!entry) return
    own = entry[1]
    // Only browsers find that name.
    target = `http://127.0.0.1:${new URL(own).port}`
    proxyOptions.target = target
    console.log(`\n  Develop on      ${vite.resolvedUrls?.local[0] ?? ''}${entry[2]}\n`)
  })
  return child
}

async function restartService() {
  if (service.exitCode === null) {
    const gone = once(service, 'exit')
    service.kill('SIGTERM')
    await gone
  }
  service = startService()
}

let pending
watch(inRoot('service'), { recursive: true }, (_event, file) => {
  if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
  clearTimeout(pending)
  pending = setTimeout(() => void restartService(), QUIET_MS)
})

// Vite ends this process on a signal; the service, on its own, ends well on SIGTERM.
process.on('exit', () => service.kill('SIGTERM'))
process.on('SIGINT', () => process.exit(0))
onParentEnd(() => process.exit(0))
