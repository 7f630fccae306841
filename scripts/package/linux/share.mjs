/** What lies in /usr/share, and in share/ of the portable folder: made, not kept. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ICON, png } from '../../lib/icons.mjs'
import { commandTree } from './command-tree.mjs'
import { bashCompletion, fishCompletion } from './completion.mjs'
import { filled } from './files.mjs'
import { manPage } from './man-page.mjs'

/** Of the hicolor theme that are shown anywhere. */
const ICON_SIZES = [16, 22, 24, 32, 48, 64, 128, 256, 512]

/**
 * @typedef {{ version: string, date: Date, description: string, maintainer: string, homepage: string }} About
 * `maintainer` as `Name <address>`
 */

/** @param {string} file @param {string | Buffer} content */
export function put(file, content) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** @param {Date} date @returns {string} as 2026-01-31 */
export const dayOf = (date) => date.toISOString().slice(0, 10)

/** Manual and completion. @param {string} share @param {About} about */
export function putCommandHelp(share, about) {
  const tree = commandTree(about.version)
  const manual = manPage(tree, { ...about, date: dayOf(about.date) })
  put(join(share, 'man/man1/airdesk.1.gz'), gzipSync(manual, { level: 9 }))
  put(join(share, 'bash-completion/completions/airdesk'), bashCompletion(tree))
  put(join(share, 'fish/vendor_completions.d/airdesk.fish'), fishCompletion(tree))
}

/** What a desktop shows of it. @param {string} share @param {About} about */
export function putDesktopFiles(share, { version, date }) {
  const values = { VERSION: version, DATE: dayOf(date) }
  put(join(share, 'applications/airdesk.desktop'), filled('airdesk.desktop', {}))
  put(join(share, 'metainfo/org.airdesk.Airdesk.metainfo.xml'), filled('airdesk.metainfo.xml', values))
  for (const size of ICON_SIZES) {
    put(join(share, `icons/hicolor/${size}x${size}/apps/airdesk.png`), png(size, ICON))
  }
}
