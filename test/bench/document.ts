import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from '../../scripts/lib/paths.mjs'

const FILE = inRoot('docs', 'measurements.md')

/** Sections of the document by their headings; what stands before the first heading is under ''. */
export type Sections = ReadonlyMap<string, string>

/** Puts new sections in the place of those of the same name, or at the end; the others stay. */
export function merged(document: string, sections: Sections): string {
  const [first = '', ...others] = document.split(/^## /m)
  const all = new Map([['', first.trim()]])
  for (const text of others) {
    const end = text.indexOf('\n')
    all.set(text.slice(0, end), text.slice(end).trim())
  }
  for (const [heading, text] of sections) all.set(heading, text.trim())
  return [...all]
    .map(([heading, text]) => (heading === '' ? '' : `## ${heading}\n\n`) + `${text}\n`)
    .join('\n')
}

/** Writes what was measured into docs/measurements.md, or another document. */
export function writeSections(sections: Sections, file = FILE): void {
  writeFileSync(file, merged(readFileSync(file, 'utf8'), sections))
}
