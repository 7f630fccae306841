import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { listens } from '../support/listens.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Peer } from './peers.ts'
import { cpuSeconds, peakMegabytes } from './processes.ts'

const PACKAGE = 'node-media-server/package.json'

/**
 * node-media-server in a process of its own, on 127.0.0.1: RTMP alone, without its web server. It makes no HLS: it
 * keeps the last group of pictures of each stream, as FLV and as RTMP, for players that come.
 */
export async function nodeMediaServer(): Promise<Peer> {
  const require = createRequire(import.meta.url)
  const { version } = require(PACKAGE) as { readonly version: string }
  const app = join(dirname(require.resolve(PACKAGE)), 'bin/app.js')
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  const port = await freePort()
  const config = join(folder, 'config.json')
  const settings = {
    ...{ bind: '127.0.0.1', rtmp: { port }, store: { path: folder }, webadmin: { enable: false } },
    ...{ auth: { play: false, publish: false, secret: 'of no use' }, record: { auto: false, path: folder } },
  }
  writeFileSync(config, JSON.stringify(settings))
  const child = spawn(process.execPath, [app, '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  const pid = child.pid ?? 0
  await waitFor(() => listens(port), `node-media-server ${version} to start`)
  return {
    url: `rtmp://127.0.0.1:${port}/live/x`,
    cpu: () => cpuSeconds(pid),
    peakMegabytes: () => peakMegabytes(pid),
    finished: () => Promise.resolve(),
    stop: () => {
      child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
      child.kill('SIGKILL')
    },
  }
}
