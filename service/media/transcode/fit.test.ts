import { expect, test } from 'vitest'
import { fitInside } from './fit.ts'

const target = { width: 1280, height: 720 }

test.each([
  ['the same shape', { width: 1920, height: 1080 }, 1, { width: 1280, height: 720 }],
  [
    'almost the same shape: no bars of one pixel',
    { width: 854, height: 480 },
    1,
    { width: 1280, height: 720 },
  ],
  ['narrower', { width: 640, height: 480 }, 1, { width: 960, height: 720 }],
  ['wider', { width: 2560, height: 1080 }, 1, { width: 1280, height: 540 }],
  ['upright', { width: 1080, height: 1920 }, 1, { width: 406, height: 720 }],
  ['odd', { width: 638, height: 478 }, 1, { width: 962, height: 720 }],
  ['wide pixels', { width: 720, height: 576 }, 64 / 45, { width: 1280, height: 720 }],
  ['narrow pixels', { width: 720, height: 480 }, 8 / 9, { width: 960, height: 720 }],
  ['a line', { width: 4096, height: 1 }, 1, { width: 1280, height: 2 }],
])('%s', (_name, source, pixelAspect, fitted) => {
  expect(fitInside(source, pixelAspect, target)).toEqual(fitted)
})
