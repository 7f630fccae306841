/**
 * Calls when a process that opened a channel for this one (`ipc` in the stdio of Node's `spawn`) is gone or
 * has closed it. What is started without one stays until it is told to end.
 */
export function onParentEnd(listener: () => void): void {
  const { connected } = process as { readonly connected?: boolean }
  if (connected === false) listener()
  else process.once('disconnect', listener)
}
