import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { SERVICE_FLAGS } from './node.mjs'
import { onParentEnd } from './parent-end.mjs'

/** Ctrl+C reaches this process twice, from the terminal and from npm; both mean one wish. */
const SAME_WISH_MS = 1000

/**
 * Starts one of our programs and passes signals on to it, each wish to end once. The program is kept out of
 * the terminal's own group, or it would hear each signal again. It has a channel to this process that closes
 * with it, however it ends, and then ends in order by itself; so it does when this process's own parent is gone.
 * @param {string} command
 * @param {string[]} args
 * @param {{ stdout?: 'inherit' | 'pipe', env?: NodeJS.ProcessEnv }} [options]
 */
export function startChild(command, args, { stdout = 'inherit', env = process.env } = {}) {
  const detached = process.platform !== 'win32'
  const child = spawn(command, args, { stdio: ['ignore', stdout, 'inherit', 'ipc'], env, detached })
  let lastWish = -Infinity
  const pass = (signal) => {
    if (performance.now() - lastWish < SAME_WISH_MS) return
    lastWish = performance.now()
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  onParentEnd(() => child.connected && child.disconnect())
  return child
}

/**
 * Starts a script in this one's place, in the same terminal. Signals are passed on; a Ctrl+C that the terminal
 * has told both comes a second time, which means the same wish. Its channel closes as that of `startChild` does.
 * @param {string} command
 * @param {string[]} args
 */
export function replaceBy(command, args) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  onParentEnd(() => child.connected && child.disconnect())
  return child
}

/**
 * Starts the service, or a command of it, in this process's place.
 * @param {string} node
 * @param {string[]} args the program, then what it was asked for
 */
export function runService(node, args) {
  // What these run may read, and ends as it likes.
  if (args[1] === 'exec' || args[1] === 'record') endAs(replaceBy(node, args))
  else endWith(startChild(node, [...SERVICE_FLAGS, ...args]))
}

/** Ends this process as the child has ended, by the same signal where that was one. */
function endAs(child) {
  child.once('exit', (_code, signal) => {
    if (!signal) return
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
  endWith(child)
}

/** Ends this process as the child has ended. */
export function endWith(child) {
  child.once('error', (error) => {
    console.error(`Could not be started: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
