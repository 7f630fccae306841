import type { WireMessage } from '../contract/worker-protocol.ts'
import type { MessageLink } from './rpc.ts'
import { keepToThisUser } from './paths/own-modes.ts'
import { letObjectsDieYoung } from './small-heap.ts'
import { ownUsage } from './usage.ts'

/** Of a utility process of Electron. */
export interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
}

/** Undefined under Node. */
export const parentPort = (): ParentPort | undefined =>
  (process as unknown as { parentPort?: ParentPort }).parentPort

/**
 * The link of a worker back to whoever started it: Electron's parent port in a utility process, the fork
 * channel under Node. `onClose` tells that control is gone. What the process uses, it answers by
 * itself, and what it makes is for this user alone.
 * @throws Error when the process was started by neither
 */
export function parentLink(): MessageLink {
  const link = plainLink()
  keepToThisUser()
  letObjectsDieYoung()
  return {
    ...link,
    onMessage: (listener) =>
      link.onMessage((message) => {
        if (message.kind === 'usage') link.post({ kind: 'used', usage: ownUsage() })
        else listener(message)
      }),
  }
}

function plainLink(): MessageLink {
  const port = parentPort()
  if (port) {
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) =>
        port.on('message', ({ data }) => {
          if (!isParentLost(data)) listener(data as WireMessage)
        }),
      // Electron's main process relays between control and workers, so it says when control is gone.
      onClose: (listener) =>
        port.on('message', ({ data }) => {
          if (isParentLost(data)) listener()
        }),
    }
  }
  if (!process.send) throw new Error('This file is started by the service, not by hand.')
  const send = process.send.bind(process)
  return {
    post: (message) => {
      if (process.connected) send(message, undefined, undefined, () => undefined)
    },
    onMessage: (listener) => process.on('message', (message) => listener(message as WireMessage)),
    onClose: (listener) => process.once('disconnect', listener),
  }
}

function isParentLost(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'parent-lost'
}
