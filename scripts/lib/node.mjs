import { existsSync } from 'node:fs'
import { inRoot } from './paths.mjs'

/** Runs TypeScript by type stripping, which the tests need. */
const LOWEST_NODE = [22, 18]

/** Linux and Windows get a Node with the packages of the checkout (optionalDependencies). */
const OWN =
  process.platform === 'win32'
    ? inRoot('node_modules', `node-win-${process.arch}`, 'bin', 'node.exe')
    : inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')

/**
 * The Node that everything but the setup runs on: the checkout's, or this one where there is none.
 * @throws Error when there is none and this one is too old
 */
export function nodeExecutable() {
  const fault = nodeFault()
  if (fault) throw new Error(fault)
  return existsSync(OWN) ? OWN : process.execPath
}

/** @returns {string | undefined} why there is no Node that can be used */
export function nodeFault() {
  if (existsSync(OWN)) return undefined
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) return undefined
  return `Node ${LOWEST_NODE.join('.')} or newer is needed here; this is ${process.versions.node}`
}
