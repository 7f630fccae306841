import type { Socket } from 'node:net'

/**
 * Breaks a connection when a request of it waits and nothing comes or goes for the socket's own timeout,
 * which whoever made it has set. One that is not read from, because who asked has enough for now, does not
 * stall.
 */
export function breakWhenStalled(socket: Socket): void {
  socket.on('timeout', () => {
    // One that is read by the event `readable` counts as paused at all times.
    const isPaused = socket.isPaused() && socket.listenerCount('readable') === 0
    if (isPaused || socket.readableLength > 0) return
    socket.destroy(Object.assign(new Error('Nothing came from the store in time'), { code: 'ETIMEDOUT' }))
  })
}
