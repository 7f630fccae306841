import { waitFor } from '../support/wait-for.ts'
import { Inspector } from './inspector.ts'

/** What lets `heapOf` into a process; to be in its environment. @param port a free TCP port */
export function inspectable(port: number): { readonly NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` }
}

/**
 * The JavaScript heap of another process, by its inspector. A heap that is collected late grows and shrinks by
 * dozens of MB; what a leak raises is what is left after a collection.
 * @param port the one of `inspectable`; Linux and macOS only
 */
export async function heapOf(pid: number, port: number): Promise<Inspector> {
  process.kill(pid, 'SIGUSR1')
  const [target] = await waitFor(async () => {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`)
    return (await response.json()) as { webSocketDebuggerUrl: string }[]
  }, 'the inspector')
  return Inspector.open(target?.webSocketDebuggerUrl ?? '')
}
