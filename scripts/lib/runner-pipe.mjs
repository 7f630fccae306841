import { constants, openSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { Socket } from 'node:net'

/** Between a script and its package manager there is at most a shell. */
const GENERATIONS = 2

/**
 * A pipe that closes when the package manager that runs this script (npm, npx) is gone. npm opens none for its
 * scripts, and a shell that it puts between does not end with it. But npm runs on Node, and each Node has a
 * pipe to itself that nobody writes to or reads: of libuv's loop that stands by for tracing. Linux lets a
 * process of the same user open its reading end too; its end comes with the last writer's.
 * @returns {Socket | null} null where no package manager runs this script, or the system has no /proc
 */
export function runnerPipe() {
  if (process.platform !== 'linux' || !process.env.npm_lifecycle_event) return null
  try {
    let pid = process.ppid
    for (let generation = 1; generation <= GENERATIONS; generation++, pid = parentOf(pid)) {
      const path = idlePipeOf(pid)
      if (path) return closing(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK))
    }
  } catch {
    // It is gone already, or another user's.
  }
  return null
}

/** @param {number} fd */
function closing(fd) {
  const pipe = new Socket({ fd, readable: true, writable: false })
  // Nobody waits for this alone.
  pipe
    .on('error', () => undefined)
    .resume()
    .unref()
  return pipe
}

/** The field after the state; the name before may hold anything (proc(5)). */
const parentOf = (pid) => Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ')[1])

/**
 * A non-blocking pipe of which the process has both ends and listens to neither. One that it listens to
 * carries its signals, and they must not be read here.
 * @param {number} pid
 * @returns {string | undefined} a path to its reading end
 */
function idlePipeOf(pid) {
  const all = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => descriptorOf(pid, fd))
  const listened = new Set(all.flatMap(({ listensTo }) => listensTo))
  const quiet = all.filter(({ target, flags }) => target.startsWith('pipe:') && flags & constants.O_NONBLOCK)
  const isWritten = ({ flags }) => Boolean(flags & constants.O_WRONLY)
  const idle = quiet.find(
    (end) =>
      !isWritten(end) &&
      !listened.has(end.fd) &&
      quiet.some((other) => other.target === end.target && isWritten(other)),
  )
  return idle && `/proc/${pid}/fd/${idle.fd}`
}

/** What proc(5) tells of one descriptor; nothing of one that was closed meanwhile. */
function descriptorOf(pid, fd) {
  try {
    const target = readlinkSync(`/proc/${pid}/fd/${fd}`)
    const info = readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1')
    const flags = Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? '0', 8)
    const listensTo = [...info.matchAll(/^tfd:\s+(\d+)/gm)].map(([, heard]) => heard)
    return [{ fd, target, flags, listensTo }]
  } catch {
    return []
  }
}
