/** Where a packed application asks for its new versions: what electron-builder wrote beside it, if anything. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UpdatesOff } from '../service/contract/desktop-bridge.ts'

/** Written by electron-builder where a release names an address. */
const FEED_FILE = 'app-update.yml'
/** Written by electron-builder into what a package manager installs and updates: deb, rpm, pacman. */
const MANAGED_FILE = 'package-type'
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** @param resources folder of the packed application's resources */
export function feedIn(resources: string): URL | UpdatesOff {
  const file = join(resources, FEED_FILE)
  if (!existsSync(file)) return 'no-feed'
  if (existsSync(join(resources, MANAGED_FILE))) return 'managed'
  return feedOf(readFileSync(file, 'utf8')) ?? 'no-feed'
}

/**
 * The address in such a file: https, or http on this computer, where nobody can change what it says on its
 * way. Null for anything else.
 */
export function feedOf(text: string): URL | null {
  const address = /^url: *(['"]?)(\S+)\1 *$/m.exec(text)?.[2] ?? ''
  if (!/^provider: generic *$/m.test(text) || !URL.canParse(address)) return null
  const url = new URL(address)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  return isSafe && url.username === '' && url.password === '' ? url : null
}
