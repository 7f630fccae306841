import type { HostToService, ServiceToHost } from '../contract/host-protocol.ts'
import { parentPort } from '../platform/parent-link.ts'
import type { ParentPort } from '../platform/parent-link.ts'
import { keepToThisUser } from '../platform/paths/own-modes.ts'
import { keepHeapSmall, letObjectsDieYoung } from '../platform/small-heap.ts'
import type { HostPort } from '../platform/relay-host.ts'
import { runCommandLine } from './command-line.ts'
import { findLayout } from './layout.ts'
import { runInElectron } from './electron.ts'

/**
 * Runs the service until it is asked to end.
 * @param mainFile the started file
 */
export async function enter(mainFile: string): Promise<void> {
  keepToThisUser()
  keepHeapSmall()
  letObjectsDieYoung()
  const layout = findLayout(mainFile)
  const port = parentPort()
  if (port) runInElectron(hostPort(port), layout)
  else await runCommandLine(process.argv.slice(2), layout)
}

function hostPort(port: ParentPort): HostPort {
  return {
    post: (message: ServiceToHost) => port.postMessage(message),
    onMessage: (listener) => port.on('message', ({ data }) => listener(data as HostToService)),
  }
}
