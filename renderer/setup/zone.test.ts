import { expect, test } from 'vitest'
import { allZones, zoneOffset, zoneText } from './zone.ts'

const AT = Date.parse('2026-11-20T00:00:00Z')

test.each([
  ['Asia/Tokyo', '+9'],
  ['UTC', '0'],
  ['Asia/Kathmandu', '+5:45'],
  ['America/St_Johns', '−3:30'],
])('%s is %s hours from UTC', (zone, offset) => expect(zoneOffset(zone, AT)).toBe(offset))

test('a zone is told with its short name where it has one', () => {
  expect(zoneText('Asia/Tokyo', AT)).toBe('Asia/Tokyo (JST +9)')
  expect(zoneText('America/New_York', AT)).toBe('America/New_York (EST −5)')
})

test('the current zone can be chosen even where the browser does not list it', () => {
  expect(allZones('Old/Name')).toContain('Old/Name')
  expect(allZones('UTC').filter((zone) => zone === 'UTC')).toHaveLength(1)
})
