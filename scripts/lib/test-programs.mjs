/** What `ready.mjs` runs as a process of its own, so that apt-get works while npm does. */
import { ensureTestPrograms } from './system-packages.mjs'

try {
  ensureTestPrograms()
} catch (error) {
  console.error(`Setting up failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
