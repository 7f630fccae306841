import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recallPlace, rememberPlace } from './window-memory.ts'

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 }
const PLACE = { bounds: { x: 10, y: 20, width: 1200, height: 800 }, maximized: false }

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-window-'))
  file = join(folder, 'profile', 'window.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('comes back as it was left, and leaves one file', () => {
  rememberPlace(file, PLACE)
  expect(recallPlace(file, [SCREEN])).toEqual(PLACE)
  expect(readdirSync(join(folder, 'profile'))).toEqual(['window.json'])
})

test('nothing is recalled at the first start', () => {
  expect(recallPlace(file, [SCREEN])).toBeNull()
})

test.each([
  ['off the screen', { x: 5000, y: 0, width: 1200, height: 800 }],
  ['with too little on the screen to grab', { x: 1900, y: 0, width: 1200, height: 800 }],
  ['without size', { x: 0, y: 0, width: 0, height: 0 }],
  ['with a size that is no number', { x: 0, y: 0, width: 'wide', height: 10 }],
  ['with half pixels', { x: 0.5, y: 0, width: 1200, height: 800 }],
])('a place %s is not used', (_case, bounds) => {
  rememberPlace(file, PLACE)
  writeFileSync(file, JSON.stringify({ bounds, maximized: false }))
  expect(recallPlace(file, [SCREEN])).toBeNull()
})

test.each(['', '{', 'null', '[]', '{"bounds":null,"maximized":true}', '{"maximized":true}'])(
  'a file that holds %j is not used',
  (content) => {
    rememberPlace(file, PLACE)
    writeFileSync(file, content)
    expect(recallPlace(file, [SCREEN])).toBeNull()
  },
)

test('a window on the second screen is used while that screen is there', () => {
  rememberPlace(file, { ...PLACE, bounds: { ...PLACE.bounds, x: 2000 } })
  expect(recallPlace(file, [SCREEN])).toBeNull()
  expect(recallPlace(file, [SCREEN, { ...SCREEN, x: 1920 }])).not.toBeNull()
})
