import { describe, expect, it } from 'vitest'
import { documents } from '../../test/support/published-documents.ts'
import { entriesOfDocuments, grouped, search } from './catalog.ts'

const entries = entriesOfDocuments(await documents())

describe('catalog', () => {
  it('lists every method of every path, and every webhook, under an id of its own', async () => {
    const { option, live } = await documents()
    const items = [option.paths, option.webhooks ?? {}, live.paths, live.webhooks ?? {}].flatMap(
      Object.values,
    )
    expect(entries.length).toBe(items.flatMap((item) => Object.keys(item as object)).length)
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length)
  })

  it('names operations of the live API by their target and endpoints by their path', () => {
    const named = entries.map(
      ({ section, method, version, name }) => `${section} ${method} ${version ?? '-'} ${name}`,
    )
    expect(named).toContain('option post - /api/login')
    expect(named).toContain('live post Service_20250901 CreateRTMPChannel')
    expect(named).toContain('webhooks post - event')
  })

  it('finds by every word of method, name, tag and summary, whatever the case', () => {
    const names = (text: string) => search(entries, text).map(({ method, name }) => `${method} ${name}`)
    expect(names('POST Schedule')).toContain('post /api/schedule')
    expect(names('POST Schedule')).not.toContain('get /api/schedule')
    expect(names('20250901')).toEqual(['post CreateRTMPChannel'])
    expect(names('  ')).toHaveLength(entries.length)
    expect(names('no such words')).toEqual([])
  })

  it('groups by section and tag without losing or moving an entry', () => {
    const sections = grouped(entries)
    expect(sections.map(({ section }) => section)).toEqual(['option', 'live', 'webhooks'])
    expect(sections.flatMap(({ tags }) => tags.flatMap((tag) => tag.entries))).toEqual(entries)
  })
})
