/** Entry of the service: from the command line, or in a utility process of Electron. */
import { enableCompileCache } from 'node:module'

// Compiled libraries are kept between starts; it must come before they are loaded.
enableCompileCache()
const { enter } = await import('./entry/enter.ts')
await enter(import.meta.filename)
