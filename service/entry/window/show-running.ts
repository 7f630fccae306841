import { ConsoleClient } from '../console-client.ts'
import { showConsole } from './console-window.ts'

/**
 * Shows the console of the instance that runs on a data folder; comes back when its window is closed, or at
 * once where another one shows it.
 * @throws RefusedError when it does not answer
 */
export async function showRunning(dataDir: string, say: (sentence: string) => void): Promise<void> {
  const client = new ConsoleClient(dataDir)
  await client.open()
  const url = await client.entryUrl()
  await client.close()
  await showConsole({ dataDir, url, say }).ended
}
