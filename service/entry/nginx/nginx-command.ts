import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { givenDataDirectory } from '../../platform/settings/data-directory.ts'
import { demandReadable } from '../../platform/settings/given-file.ts'
import { readLastPorts } from '../../platform/settings/last-ports.ts'
import { DEFAULT_PORTS } from '../../platform/settings/ports.ts'
import { UsageError } from '../../platform/settings/usage-error.ts'
import type { OwnCommand } from '../own-command.ts'
import { nginxConfig } from './nginx-config.ts'
import type { NginxWishes } from './nginx-config.ts'

/** As given. */
interface NginxOptions {
  readonly dataDir?: string
  readonly mode: NginxWishes['mode']
  readonly listen: string
  readonly host: string
  readonly serverName: readonly string[]
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly origin?: string
  readonly folder?: string
}

/** @param does is handed what prints the configuration */
export function describeNginxConfig(command: Command, does: (run: OwnCommand['runAlone']) => void): Command {
  return command
    .addOption(
      new Option('--mode <mode>', 'serve the live window from this disk, or keep what an origin is asked for')
        .choices(['files', 'cache'])
        .default('files'),
    )
    .option('--listen <port>', 'that nginx listens on', '9443')
    .option('--host <address>', 'that nginx listens on; 0.0.0.0 for other computers', '127.0.0.1')
    .option('--server-name <names...>', 'by which viewers come', ['localhost'])
    .option('--tls-cert <file>', 'certificate that nginx shows; default: that of this installation')
    .option('--tls-key <file>', 'its key')
    .option('--origin <url>', 'where playlists lie below; default: this installation')
    .option('--folder <folder>', "nginx's own: its cache and logs; default: nginx in the data folder")
    .action((options: NginxOptions) => {
      const wishes = wishesOf(options)
      does(() => {
        mkdirSync(wishes.folder, { recursive: true, mode: 0o700 })
        process.stdout.write(nginxConfig(wishes))
        return Promise.resolve(0)
      })
    })
}

/** @throws UsageError */
function wishesOf(options: NginxOptions): NginxWishes {
  const { mode, host, serverName, tlsCert, tlsKey } = options
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key are given together.')
  }
  if (mode === 'files' && options.origin !== undefined) {
    throw new UsageError('--origin is for --mode cache: files are those of this installation.')
  }
  const dataDir = givenDataDirectory(options.dataDir)
  const port = Number(options.listen)
  if (!/^\d+$/.test(options.listen) || port < 1 || port > 65_535) {
    throw new UsageError('--listen must be a port, 1 to 65535.')
  }
  for (const name of serverName) {
    if (!/^[\w.*-]+$/.test(name)) throw new UsageError(`--server-name must be a host name, not ${name}.`)
  }
  if (!/^[\w.:]+$/.test(host)) throw new UsageError('--host must be an address of this computer.')
  const own = (file: string) => join(dataDir, 'tls', file)
  demandFiles({ ...options, own })
  const media = readLastPorts(dataDir).media ?? DEFAULT_PORTS.media
  return {
    ...{ mode, host, port, serverNames: serverName },
    certificate: tlsCert === undefined ? own('server.pem') : resolve(tlsCert),
    key: tlsKey === undefined ? own('server-key.pem') : resolve(tlsKey),
    origin: options.origin === undefined ? new URL(`https://localhost:${media}`) : originOf(options.origin),
    originAuthority: options.origin === undefined ? own('ca.pem') : null,
    files: join(dataDir, 'hls'),
    folder: options.folder === undefined ? join(dataDir, 'nginx') : resolve(options.folder),
    user: userInfo().username,
  }
}

/** nginx does not start without them. @throws UsageError naming the option and the file that is not there */
function demandFiles({
  tlsCert,
  tlsKey,
  origin,
  own,
}: Pick<NginxOptions, 'tlsCert' | 'tlsKey' | 'origin'> & { readonly own: (file: string) => string }): void {
  if (tlsCert !== undefined) demandReadable('--tls-cert', resolve(tlsCert))
  if (tlsKey !== undefined) demandReadable('--tls-key', resolve(tlsKey))
  const needed = [
    ...(tlsCert === undefined ? ['server.pem', 'server-key.pem'] : []),
    ...(origin === undefined ? ['ca.pem'] : []),
  ]
  for (const file of needed) demandReadable('--data-dir names no folder that a service ran on:', own(file))
}

function originOf(text: string): URL {
  const url = URL.parse(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
  // It is written into a file whose language has characters of its own.
  if (!isPlain || !/^[\w.~/-]*$/.test(url.pathname)) {
    throw new UsageError('--origin must be an http or https address without a query.')
  }
  return url
}
