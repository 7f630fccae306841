import type { SignalingEar } from '../../emulator/run-ear.ts'
import type { SignalingSocket } from './session.ts'

/** The WebSocket, with somebody who hears what the session does with it. */
export function heardSocket(socket: SignalingSocket, ear: SignalingEar): SignalingSocket {
  return {
    get bufferedAmount() {
      return socket.bufferedAmount
    },
    send(text) {
      ear.sent(text)
      socket.send(text)
    },
    close(code, reason) {
      ear.closed(code, reason, 'service')
      socket.close(code, reason)
    },
    terminate: () => socket.terminate(),
  }
}
