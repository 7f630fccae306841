import { safeStorage } from 'electron'
import type { HostToService, ServiceToHost } from '../service/contract/host-protocol.ts'

export type SecretRequest = Extract<ServiceToHost, { kind: `secret.${string}` }>
type SecretAnswer = Extract<HostToService, { kind: `secret.${string}` }>

/** Wraps and unwraps the service's keys with the operating system's key store. Always answers. */
export async function answerSecretRequest(message: SecretRequest): Promise<SecretAnswer> {
  const { request } = message
  try {
    if (!(await hasKeyStore())) {
      return { kind: 'secret.failed', request, text: 'The operating system offers no key store.' }
    }
    const value = message.kind === 'secret.wrap' ? await wrap(message.plain) : await unwrap(message.wrapped)
    return { kind: 'secret.done', request, value }
  } catch {
    return { kind: 'secret.failed', request, text: "The operating system's key store refused." }
  }
}

/** On Linux Chromium can fall back to a fixed password, which protects nothing. */
async function hasKeyStore(): Promise<boolean> {
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') return false
  return safeStorage.isAsyncEncryptionAvailable()
}

async function wrap(plain: string): Promise<string> {
  return (await safeStorage.encryptStringAsync(plain)).toString('base64')
}

async function unwrap(wrapped: string): Promise<string> {
  return (await safeStorage.decryptStringAsync(Buffer.from(wrapped, 'base64'))).result
}
