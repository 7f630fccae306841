// electron [-r file]… [--inspect=0] [--remote-debugging-port=0] <folder of the application> [argument]…
import inspector from 'node:inspector'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { announceReady, openBrowser } from './app.ts'
import { commandLine, packageFile } from './command-line.ts'

const { arguments: given, preloads, folder } = commandLine
Object.assign(process, { type: 'browser', resourcesPath: folder })
Object.defineProperty(process.versions, 'electron', { value: 'stand-in', enumerable: true })

if (given.some((argument) => argument.startsWith('--inspect'))) inspector.open(0, '127.0.0.1')
for (const file of preloads) createRequire(import.meta.url)(file)
if (given.some((argument) => argument.startsWith('--remote-debugging-port'))) void openBrowser()
await import(pathToFileURL(join(folder, packageFile.main)).href)
announceReady()
