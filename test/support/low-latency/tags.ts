/**
 * Lines of playlists as the checker reads them (draft-pantos-hls-rfc8216bis 4.1, 4.2). It shares nothing with the
 * service, so that one misreading of the draft is not on both sides, and it reads what is wrong too.
 */

/** Values as they are written, quotes included; the first of each name. */
export type Attributes = ReadonlyMap<string, string>

export interface Tag {
  /** With the `#`. */
  readonly name: string
  /** What stands behind the colon, '' where there is none. */
  readonly value: string
  /** Counts from 1. */
  readonly line: number
}

/** Tags whose value is a list of attributes. */
const WITH_ATTRIBUTES = new Set(
  [
    ...['START', 'DEFINE', 'PART-INF', 'SERVER-CONTROL', 'KEY', 'MAP', 'PART'],
    ...['DATERANGE', 'SKIP', 'PRELOAD-HINT', 'RENDITION-REPORT'],
  ].map((name) => `#EXT-X-${name}`),
)

/** A space in front of a name is wrong, and read over. */
const ATTRIBUTE = /(\s*)([A-Z0-9-]+)=("[^"]*"|[^",\s]+)(,(?=.)|$)/y

/** @returns null for a line that is no tag: an address, a comment or an empty one */
export function tagOf(text: string, line: number): Tag | null {
  const [, name, value = ''] = /^(#EXT[^:]*)(?::(.*))?$/.exec(text) ?? []
  return name === undefined ? null : { name, value, line }
}

/** What an attribute list says, as far as it can be read. */
export function attributesOf({ value }: Tag): Attributes {
  const found = new Map<string, string>()
  for (const [name, given] of scan(value).pairs) if (!found.has(name)) found.set(name, given)
  return found
}

/** What is wrong with the form of a tag's attribute list (4.2); empty for other tags. */
export function attributeFaults(tag: Tag): readonly string[] {
  if (!WITH_ATTRIBUTES.has(tag.name)) return []
  const { pairs, isWhole } = scan(tag.value)
  const names = pairs.map(([name]) => name)
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  const where = `line ${tag.line}, ${tag.name}`
  return [
    ...(isWhole ? [] : [`${where}: ${tag.value} is no attribute list`]),
    ...twice.map((name) => `${where}: ${name} is there twice`),
  ]
}

function scan(list: string): { pairs: [name: string, value: string][]; isWhole: boolean } {
  const pairs: [string, string][] = []
  let isWhole = true
  ATTRIBUTE.lastIndex = 0
  while (ATTRIBUTE.lastIndex < list.length) {
    const [, space, name = '', value = ''] = ATTRIBUTE.exec(list) ?? []
    if (name === '') return { pairs, isWhole: false }
    if (space !== '') isWhole = false
    pairs.push([name, value])
  }
  return { pairs, isWhole: isWhole && pairs.length > 0 }
}

/** The text of a quoted-string; null where it is none. */
export function textOf(attributes: Attributes, name: string): string | null {
  return /^"([^"]*)"$/.exec(attributes.get(name) ?? '')?.[1] ?? null
}

/** A decimal-floating-point or decimal-integer; null where it is none. */
export function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : null
}

/** A decimal-integer; null where it is none. */
export function integerOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,20}$/.test(text) ? Number(text) : null
}

export const isYes = (attributes: Attributes, name: string): boolean => attributes.get(name) === 'YES'
