/** nginx with what `airdesk nginx-config` writes. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../scripts/lib/programs.mjs'
import { freePort } from './free-port.ts'
import { fetchFile } from './hls.ts'
import { waitFor } from './wait-for.ts'

const MAIN = join(import.meta.dirname, '../../out/service/main.js')
const nginx = findProgram('nginx') ?? findProgram('nginx', '/usr/sbin')

/** Why there is no nginx; undefined where there is. */
export const nginxMissing = nginx ? undefined : 'nginx is missing (Debian: apt-get install nginx-light)'

export interface NginxFront {
  /** Where it serves, without a slash at its end. */
  readonly url: string
  /** Its master's. */
  readonly pid: number
  /** Ends it and removes what it kept. */
  stop(): Promise<void>
}

/**
 * @param args of the command, beside where and of which data folder
 * @throws Error when it ends instead of serving
 */
export async function startNginxFront(
  installation: { readonly dataDir: string; readonly caCertFile: string },
  ...args: string[]
): Promise<NginxFront> {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-nginx-'))
  const port = await freePort()
  const given = ['--data-dir', installation.dataDir, '--listen', String(port), '--folder', folder]
  const text = execFileSync(process.execPath, [MAIN, 'nginx-config', ...given, ...args], { encoding: 'utf8' })
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, text)
  const child = spawn(nginx ?? '', ['-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const url = `https://localhost:${port}`
  await waitFor(() => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    return fetchFile(`${url}/`, installation.caCertFile).then(
      ({ status }) => status === 404,
      () => false,
    )
  }, 'nginx')
  return {
    ...{ url, pid: child.pid ?? 0 },
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
