import { expect, test } from 'vitest'
import { TEXTS } from '../../main/texts.ts'
import { ROOM_PATHS } from '../../service/contract/desktop-bridge.ts'
import { en } from '../i18n/en.ts'
import { ja } from '../i18n/ja.ts'
import { ROOMS } from '../rooms.ts'

test("the desktop's menu has the console's rooms, in their order", () => {
  expect(ROOMS.map(({ path }) => path)).toEqual(ROOM_PATHS)
})

test.each([
  ['en', en],
  ['ja', ja],
] as const)('the menu calls the rooms as the console does (%s)', (language, texts) => {
  for (const { id } of ROOMS) expect([id, TEXTS[language][id]]).toEqual([id, texts.room[id]])
})
