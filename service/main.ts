/** Entry of the service: from the command line, or in a utility process of Electron. */
import { enableCompileCache } from 'node:module'

// Compiled libraries are kept between starts; it must come before they are loaded.
enableCompileCache()
const [, , command, ...rest] = process.argv
if (command === 'exec' || command === 'record') {
  // What it starts is the service; it needs little of that itself.
  const { runExec } = await import('./entry/exec/exec.ts')
  await runExec(import.meta.filename, command, rest)
} else {
  const { enter } = await import('./entry/enter.ts')
  await enter(import.meta.filename)
}
