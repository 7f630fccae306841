/** Everything that can be called or received, as the list shows it. Pure. */
import type {
  HttpMethod,
  OpenApiDocument,
  PathItem,
  PublishedOperation,
} from '../../service/contract/openapi.ts'
import type { ApiDocuments } from '../api/documents.ts'

export const SECTIONS = ['option', 'live', 'webhooks'] as const
export type Section = (typeof SECTIONS)[number]

export interface Entry {
  /** Its address in the console: section and operationId. */
  readonly id: string
  readonly section: Section
  readonly tag: string
  readonly method: HttpMethod
  /** Path of the option API, operation name of the live API, event of a webhook. */
  readonly name: string
  /** Prefix and version of an operation of the live API, for example `Service_20250901`; else null. */
  readonly version: string | null
  readonly operation: PublishedOperation
  readonly document: OpenApiDocument
}

export interface TagGroup {
  readonly tag: string
  readonly entries: readonly Entry[]
}

export interface SectionGroup {
  readonly section: Section
  readonly tags: readonly TagGroup[]
}

const METHODS: readonly HttpMethod[] = ['get', 'post', 'patch', 'delete']

/** `/#Service_20250901.CreateRTMPChannel`: the pseudo-path of an operation of the live API. */
function nameOf(section: Section, path: string): Pick<Entry, 'name' | 'version'> {
  const [, version, name] = /^\/#([^.]+)\.(.+)$/.exec(path) ?? []
  if (section !== 'live' || version === undefined || name === undefined) return { name: path, version: null }
  return { name, version }
}

function entriesOf(
  section: Section,
  document: OpenApiDocument,
  items: Readonly<Record<string, PathItem>>,
): Entry[] {
  return Object.entries(items).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const id = `${section}.${operation.operationId}`
      const tag = operation.tags[0] ?? ''
      return [{ id, section, tag, method, ...nameOf(section, path), operation, document }]
    }),
  )
}

/** The call that an entry is; what is received is none. */
export const runnable = ({ section, method, version, name }: Entry) =>
  section === 'live' && version !== null
    ? ({ api: 'live', operation: `${version}.${name}` } as const)
    : ({ api: 'option', operation: `${method.toUpperCase()} ${name}` } as const)

/** All entries in the order of their documents: option API, live API, webhooks. */
export function entriesOfDocuments({ option, live }: ApiDocuments): Entry[] {
  return [
    ...entriesOf('option', option, option.paths),
    ...entriesOf('live', live, live.paths),
    ...entriesOf('webhooks', option, option.webhooks ?? {}),
    ...entriesOf('webhooks', live, live.webhooks ?? {}),
  ]
}

/** The entries that have every word of `text` in method, name, tag or summary. */
export function search(entries: readonly Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    const searched = [entry.method, entry.version, entry.name, entry.id, entry.tag, entry.operation.summary]
    const line = searched.join(' ').toLowerCase()
    return words.every((word) => line.includes(word))
  })
}

/** The same entries by section and tag, both in the order in which they first come. */
export function grouped(entries: readonly Entry[]): SectionGroup[] {
  return [...Map.groupBy(entries, (entry) => entry.section)].map(([section, all]) => ({
    section,
    tags: [...Map.groupBy(all, (entry) => entry.tag)].map(([tag, list]) => ({ tag, entries: list })),
  }))
}
