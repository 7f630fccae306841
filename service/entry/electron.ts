import { EXIT_CODES } from '../contract/host-protocol.ts'
import type { ServiceStart } from '../contract/host-protocol.ts'
import { systemClock } from '../platform/clock.ts'
import { relayHost } from '../platform/relay-host.ts'
import type { HostPort } from '../platform/relay-host.ts'
import { relayKeyWrapper } from '../platform/secrets/key-wrapper.ts'
import { parseCommandLine } from '../platform/settings/command-line.ts'
import type { Settings } from '../platform/settings/command-line.ts'
import type { Layout } from './layout.ts'
import type { Run } from './run.ts'
import { startLives } from './lives.ts'
import type { Lives } from './lives.ts'
import { startFailure, startRun } from './run.ts'

/** Runs the service for Electron's main process, as its messages say. */
export function runInElectron(port: HostPort, layout: Layout): void {
  const host = relayHost(port)
  const wrapper = relayKeyWrapper(port, systemClock)
  let lives: Lives | null = null
  port.onMessage((message) => {
    switch (message.kind) {
      case 'start':
        lives ??= begin(message.options)
        break
      case 'entry.request':
        void lives?.current().then((run) => port.post({ kind: 'entry', entryUrl: run.service.entryUrl() }))
        break
      case 'stop':
        void stop()
        break
      default:
        // What workers say is for the relay host, what the key store says for its wrapper.
        break
    }
  })

  function begin(options: ServiceStart): Lives | null {
    try {
      const settings = toSettings(options, layout)
      const started = startLives((succession) => startRun(settings, { layout, host, wrapper }, succession), {
        ready: tellReady,
        failed: fail,
      })
      started.current().catch(fail)
      return started
    } catch (error) {
      fail(error)
      return null
    }
  }

  function tellReady({ service }: Run): void {
    const { ready } = service
    port.post({
      kind: 'ready',
      info: {
        consoleUrl: ready.console_page_url,
        entryUrl: service.entryUrl(),
        mediaBaseUrl: ready.media_base_url,
        caCertFile: ready.ca_cert_file,
      },
    })
    service.watchStatus((status) => port.post({ kind: 'status', status }))
  }

  function fail(error: unknown): void {
    port.post({ kind: 'failed', ...startFailure(error) })
    void endProcess(startFailure(error).exitCode)
  }

  async function stop(): Promise<void> {
    try {
      await lives?.end()
      port.post({ kind: 'stopped' })
      await endProcess(EXIT_CODES.ended)
    } catch {
      await endProcess(EXIT_CODES.failed)
    }
  }
}

/** Ends once the message that was just posted has left. */
function endProcess(code: number): Promise<never> {
  setTimeout(() => process.exit(code), 50)
  return new Promise(() => undefined)
}

/** What main does not decide has the defaults of the command line. @throws UsageError */
function toSettings(options: ServiceStart, layout: Layout): Settings {
  const argv = ['--ports', options.ports]
  if (options.dataDir !== undefined) argv.push('--data-dir', options.dataDir)
  if (options.timeZone !== undefined) argv.push('--time-zone', options.timeZone)
  if (options.logLevel !== undefined) argv.push('--log-level', options.logLevel)
  const settings = parseCommandLine(argv, layout.version)
  if ('help' in settings) throw new Error('unreachable: no option asks for help')
  return settings
}
