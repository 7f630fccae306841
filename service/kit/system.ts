import { emulatorSystemApi } from '../contract/console/emulator/systems.ts'
import { RefusedError } from '../entry/console-client.ts'
import type { ConsoleClient } from '../entry/console-client.ts'
import { demandKnown } from './known-options.ts'
import type { NamesOf } from './known-options.ts'
import type { Ready } from './ready.ts'
import { testSystem, toolsOf } from './tools.ts'
import type { Tools } from './tools.ts'
import type { WebrtcClients } from './webrtc/clients.ts'

export interface SystemOptions {
  readonly name?: string
  /** IANA name. Default: that of this computer. */
  readonly timeZone?: string
}

/** A system that one test has for itself: other systems see nothing of it, and it nothing of them. */
export interface System extends Ready, Tools, AsyncDisposable {
  readonly id: string
  /** Signs its webhooks. */
  readonly webhookSecret: string
  /** Ends all that goes on in it; its credentials are good for nothing any more. It may come after the service's end. */
  close(): Promise<void>
}

export interface SystemParts {
  readonly console: Pick<ConsoleClient, 'call' | 'hasEnded'>
  readonly ready: Ready
  readonly clients: Pick<WebrtcClients, 'open'>
}

const OPTIONS: NamesOf<SystemOptions> = { name: true, timeZone: true }

/** Makes systems for tests. */
export function systemMaker({ console, ready, clients }: SystemParts) {
  return async (options: SystemOptions = {}): Promise<System> => {
    demandKnown('system', options, OPTIONS)
    const made = await console.call(emulatorSystemApi.createSystem, { body: options })
    const own = { ...ready, ...made }
    const [tools, endTools] = toolsOf({ ready: own, clients, ...testSystem(console, made) })
    let closing: Promise<void> | null = null
    const remove = async () => {
      try {
        if (!console.hasEnded) await console.call(emulatorSystemApi.removeSystem, { params: { id: made.id } })
      } catch (error) {
        // A snapshot that was restored meanwhile took it away, or back to before it was a test's.
        if (!(error instanceof RefusedError && error.code === 'NOT_FOUND')) throw error
      } finally {
        await endTools()
      }
    }
    const close = () => (closing ??= remove())
    return { ...own, ...tools, close, [Symbol.asyncDispose]: close }
  }
}
