import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { emulatorRunApi } from '../contract/console/emulator/runs.ts'
import type { ReadyInfo } from '../platform/settings/ready-file.ts'
import type { Layout } from './layout.ts'
import { startOwnService } from './own-service.ts'

/** Shells tell the end by a signal so. */
const BY_SIGNAL = 128

export interface RecordOptions {
  readonly file: string
  readonly command: readonly string[]
  readonly seed: number | null
}

/**
 * Runs a command on a service of its own and writes what passed between them.
 * @returns the command's exit code
 */
export async function runRecord({ file, command, seed }: RecordOptions, layout: Layout): Promise<number> {
  const own = await startOwnService(seed, layout)
  try {
    await own.client.call(emulatorRunApi.startRecord)
    const code = await runIn(own.ready, command)
    await own.client.call(emulatorRunApi.stopRecord)
    await own.client.download(emulatorRunApi.recordFile, {}, resolve(file))
    return code
  } finally {
    await own.end()
  }
}

/** @throws the system's error where the command cannot be started */
function runIn(ready: ReadyInfo, [program = '', ...args]: readonly string[]): Promise<number> {
  const ca = ready.ca_cert_file
  const members: readonly (readonly [string, string | null])[] = Object.entries(ready)
  const addresses = members.map(([name, value]) => [`AIRDESK_${name.toUpperCase()}`, value ?? ''] as const)
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...Object.fromEntries<string>(addresses),
      NODE_EXTRA_CA_CERTS: ca,
      SSL_CERT_FILE: ca,
    },
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((settle, fail) => {
    child.on('error', fail)
    child.on('exit', (code, signal) => {
      for (const one of signals) process.off(one, passOn)
      settle(code ?? BY_SIGNAL + (signal ? constants.signals[signal] : 0))
    })
  })
}
