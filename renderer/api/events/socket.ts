/** The WebSocket of the console: connects, connects again with growing pauses, hands messages on. */
import type { ConsoleMessage } from '../../../service/contract/console/events.ts'
import { addressOf } from '../../../service/contract/console/request.ts'
import { answers, api } from '../client.ts'

export interface SocketEvents {
  /** A message came; `false` asks for a new connection and with it a new snapshot. */
  message(message: ConsoleMessage): boolean
  /** The connection is gone and will be tried again. */
  lost(): void
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 4000

export interface Socket {
  /** Tries at once instead of after the pause. */
  readonly retry: () => void
  readonly close: () => void
}

/** Keeps a connection to the engine until closed. */
export function openSocket(events: SocketEvents): Socket {
  let closed = false
  let pauseMs = FIRST_PAUSE_MS
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const connect = (): void => {
    const address = new URL(addressOf(api.events.follow), location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const current = new WebSocket(address)
    socket = current
    current.onmessage = ({ data }: MessageEvent<string>) => {
      if (socket !== current) return
      pauseMs = FIRST_PAUSE_MS
      const message: unknown = JSON.parse(data)
      answers.checks?.checkMessage(message)
      if (!events.message(message as ConsoleMessage)) current.close()
    }
    current.onclose = () => {
      if (closed || socket !== current) return
      events.lost()
      timer = setTimeout(connect, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }
  connect()
  return {
    retry: () => {
      if (socket?.readyState !== WebSocket.CLOSED) return
      clearTimeout(timer)
      connect()
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
