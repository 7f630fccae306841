import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../clock.ts'
import type { HostPort } from '../relay-host.ts'

/** The operating system may ask its user first; a start does not wait for the answer any longer. */
const DEADLINE: Milliseconds = 20_000

/** Keeps keys so that only this user of this machine can read them. */
export interface KeyWrapper {
  /** @throws KeyStoreError */
  wrap(key: Uint8Array): Promise<string>
  /** @throws KeyStoreError */
  unwrap(wrapped: string): Promise<Uint8Array>
}

/** The operating system's key store is not there or refuses; the message is a whole sentence. */
export class KeyStoreError extends Error {
  override readonly name = 'KeyStoreError'
}

interface Pending {
  resolve(value: string): void
  reject(error: Error): void
  readonly timer: Timer
}

/** The key store of Electron, which only its main process can ask. */
export function relayKeyWrapper(port: HostPort, clock: Clock): KeyWrapper {
  let last = 0
  const pending = new Map<number, Pending>()

  port.onMessage((message) => {
    if (message.kind === 'secret.done') take(message.request)?.resolve(message.value)
    if (message.kind === 'secret.failed') take(message.request)?.reject(new KeyStoreError(message.text))
  })

  function take(request: number): Pending | undefined {
    const found = pending.get(request)
    pending.delete(request)
    found?.timer.cancel()
    return found
  }

  function ask(post: (request: number) => void): Promise<string> {
    const request = ++last
    return new Promise((resolve, reject) => {
      const text = `The operating system's key store did not answer within ${DEADLINE / 1000} s.`
      const timer = clock.after(DEADLINE, () => take(request)?.reject(new KeyStoreError(text)))
      pending.set(request, { resolve, reject, timer })
      post(request)
    })
  }

  return {
    wrap: (key) => {
      const plain = Buffer.from(key).toString('base64')
      return ask((request) => port.post({ kind: 'secret.wrap', request, plain }))
    },
    unwrap: async (wrapped) => {
      const plain = await ask((request) => port.post({ kind: 'secret.unwrap', request, wrapped }))
      return Buffer.from(plain, 'base64')
    },
  }
}
