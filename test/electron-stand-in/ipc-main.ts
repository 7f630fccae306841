/** Who sent a message, as handlers see it. */
export interface InvokeEvent {
  readonly sender: object
  /** Only main frames have a preload here. */
  readonly senderFrame: { readonly url: string; readonly parent: null }
}

type Handler = (event: InvokeEvent, ...values: unknown[]) => unknown

const handlers = new Map<string, Handler>()

export const ipcMain = {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    handlers.set(channel, handler)
  },
}

export interface Invocation {
  readonly id: number
  readonly channel: string
  readonly values: readonly unknown[]
}

/** @returns what the page is answered; an error is told in Electron's words */
export async function answerInvocation(
  event: InvokeEvent,
  { id, channel, values }: Invocation,
): Promise<object> {
  try {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return { id, value: await handler(event, ...values) }
  } catch (error) {
    return { id, error: `Error invoking remote method '${channel}': ${String(error)}` }
  }
}
