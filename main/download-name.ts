/** Where a download may come from, and what its file is called. Pure. */
import { isConsoleAddress } from './navigation.ts'

const LONGEST = 120
const USUAL = 'airdesk-export'
/** What some file system refuses: separators, wildcards, control characters, and what reorders a name. */
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g

/** Only what a page of the console has made or asked for from its own service. */
export function isOwnDownload(address: string, page: string, consoleUrl: string | null): boolean {
  const made = address.startsWith('blob:') ? address.slice('blob:'.length) : address
  return isConsoleAddress(made, consoleUrl) && isConsoleAddress(page, consoleUrl)
}

/** A name without a folder, a hidden file or a trick in it. */
export function downloadName(given: string): string {
  const name = given.replace(FORBIDDEN, '-').replace(/^[-.\s]+|[.\s]+$/g, '')
  if (name.length <= LONGEST) return name === '' ? USUAL : name
  const dot = name.lastIndexOf('.')
  const end = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : ''
  return name.slice(0, LONGEST - end.length) + end
}
