import { expect, it } from 'vitest'
import { compactJson } from './compact-json.ts'

const value = {
  name: 'a "quoted" one',
  sizes: [{ width: 1280, height: 720 }, { width: 640 }],
  none: null,
  empty: {},
}

it('breaks only what does not fit', () => {
  expect(compactJson(value, 200)).not.toContain('\n')
  expect(compactJson({ sizes: value.sizes, none: null }, 40)).toBe(
    '{\n  "sizes": [\n    { "width": 1280, "height": 720 },\n    { "width": 640 }\n  ],\n  "none": null\n}',
  )
})

it.each([10, 40, 80])('is the same JSON at %d characters', (width) => {
  expect(JSON.parse(compactJson(value, width))).toEqual(value)
})
