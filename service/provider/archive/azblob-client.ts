import type { Agent } from 'node:http'
import { isIP } from 'node:net'
import { ContainerClient, newPipeline, StorageSharedKeyCredential } from '@azure/storage-blob'
import type { RequestPolicyFactory } from '@azure/storage-blob'
import type { AzureBlobDestination } from '../../contract/archive.ts'
import { outgoingAgent } from '../../platform/net/outgoing/connect.ts'
import { bareHost } from '../../platform/net/outgoing/judge.ts'
import { rulesOf } from './provider.ts'
import type { StoreSettings } from './provider.ts'
import { breakWhenStalled } from './socket-watch.ts'

export interface AzblobClient {
  readonly container: ContainerClient
  /** Ends connections that are kept open. */
  close(): void
}

/**
 * One client of the vendor's SDK: retries nothing, says nothing of this machine, goes through no proxy and
 * gives up a connection that stalls.
 */
export function azblobClient(
  destination: AzureBlobDestination,
  settings: Omit<StoreSettings, 'gsEndpoint'>,
): AzblobClient {
  const { azblobEndpoint, stallMs } = settings
  const url = accountUrl(destination.account, azblobEndpoint)
  const agent = outgoingAgent(
    url.startsWith('https:'),
    // What the operator has named is reached by all systems.
    () => (azblobEndpoint === null ? rulesOf(destination, settings) : null),
    { keepAlive: true, timeout: stallMs },
    breakWhenStalled,
  )
  const pipeline = newPipeline(new StorageSharedKeyCredential(destination.account, destination.key), {
    retryOptions: { maxTries: 1 },
  })
  pipeline.factories.push(plainly(agent))
  return {
    container: new ContainerClient(`${url}/${encodeURIComponent(destination.container)}`, pipeline),
    close: () => agent.destroy(),
  }
}

/**
 * Address of an account, without a slash at its end. The public service and its sovereign clouds name the
 * account in the host; emulators, which have no name of their own (an IP address, `localhost` or a host
 * without a dot), name it in the path. An endpoint that names the account in either place stays as it is.
 * @param endpoint null for the public service
 */
export function accountUrl(account: string, endpoint: string | null): string {
  const url = new URL(endpoint ?? 'https://blob.core.windows.net')
  const path = url.pathname.replace(/\/+$/, '')
  if (url.hostname.startsWith(`${account}.`) || path.endsWith(`/${account}`)) return `${url.origin}${path}`
  if (isEmulator(url.hostname)) return `${url.origin}${path}/${account}`
  return `${url.protocol}//${account}.${url.host}${path}`
}

function isEmulator(hostname: string): boolean {
  const isAddress = isIP(bareHost(hostname)) !== 0
  return isAddress || /(^|\.)localhost$/.test(hostname) || !hostname.includes('.')
}

/** The SDK takes neither an agent nor a user agent of one's own, but a policy may set both. */
function plainly(agent: Agent): RequestPolicyFactory {
  return {
    create: (next) => ({
      sendRequest(request) {
        request.agent = agent
        request.headers.set('user-agent', 'Airdesk')
        return next.sendRequest(request)
      },
    }),
  }
}
