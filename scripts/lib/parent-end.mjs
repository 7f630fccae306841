import { runnerPipe } from './runner-pipe.mjs'

// Taken when this file is loaded, so that what is built or installed meanwhile hides no end.
const runner = process.connected === undefined ? runnerPipe() : null

/**
 * Calls once whoever started this process is gone, killed or not: a wrapper of ours, by the channel that it
 * opened, or else the package manager that runs this as a script. Without either, nothing is ever called:
 * what was started to stay (nohup, a service manager, a program of its own) stays.
 * @param {() => void} listener
 */
export function onParentEnd(listener) {
  if (process.connected === false) listener()
  else if (process.connected) process.once('disconnect', listener)
  else runner?.once('close', listener)
}
