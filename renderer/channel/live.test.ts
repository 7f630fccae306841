import { expect, test } from 'vitest'
import { fieldCamera, mixed, SCENE_NOW, townHall, waiting } from '../../test/support/console-scenes.ts'
import { liveChannels, pictureOf } from './live.ts'

test('shows what is on air or being sent, the worst first; nothing that rests', () => {
  expect(liveChannels(mixed, SCENE_NOW).map(({ name, state }) => [name, state])).toEqual([
    ['Stage left', 'no-signal'],
    ['社内勉強会', 'reconnecting'],
    ['Partner webinar', 'starving'],
    ['Field camera 2', 'playable'],
    ['Product launch', 'packaging'],
    ['', 'playable'],
    ['Autumn town hall', 'playable'],
  ])
  expect(liveChannels([waiting], SCENE_NOW)).toEqual([])
})

test('has no figures of a source that went silent', () => {
  expect(pictureOf(townHall)).toMatchObject({ bitRateBps: 2_480_000, frameRate: 30 })
  expect(pictureOf({ ...fieldCamera, state: 'starving' })).toBeNull()
  expect(pictureOf(waiting)).toBeNull()
})
