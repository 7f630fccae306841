/** {@link cutText} finds what it is for, and nothing else. */
import { expect, test } from '@playwright/test'
import { cutText } from './cut-text.ts'

const STYLE = `<style>
  body { margin: 0; overflow: hidden; font: 12px/16px sans-serif }
  div { position: relative; width: 100px }
  .line { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
  .low { height: 20px; overflow: hidden }
  .clamp { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 1 }
</style>`
const LONG = 'far more words than stand in one line of it'

const CUT = {
  'an ellipsis': `<div class="line">${LONG}</div>`,
  'a box around it': `<div class="line"><b><i>${LONG}</i></b></div>`,
  'a height': `<div class="low">${LONG}</div>`,
  'a number of lines': `<div class="clamp">${LONG}</div>`,
  'the right edge of the window': `<div style="left: calc(100vw - 50px); white-space: nowrap">${LONG}</div>`,
  'the bottom of the window': `<div style="position: fixed; bottom: -20px">${LONG}</div>`,
  'an svg': `<svg width="100" height="20"><text y="15">${LONG}</text></svg>`,
  'a title without the mark': `<div class="line" title="${LONG}">${LONG}</div>`,
  'a mark without the title': `<div class="line" data-shortens>${LONG}</div>`,
  'a title that says less': `<div class="line" data-shortens title="far more">${LONG}</div>`,
  'a field that is only read': `<input readonly size="5" value="${LONG}">`,
  'a field with an example': `<input size="5" placeholder="${LONG}">`,
}

const READABLE = {
  'what fits': `<div class="line">short</div>`,
  'what breaks its line': `<div>${LONG}</div>`,
  'a glyph taller than its line': `<div style="overflow: hidden; line-height: 11px">short</div>`,
  'what scrolls': `<div style="overflow: auto; white-space: nowrap">${LONG}</div>`,
  'what scrolls in a box that clips': `<div class="low"><div class="low" style="overflow: auto">${LONG}</div></div>`,
  'what is for screen readers': `<div class="line" style="position: absolute; width: 1px; height: 1px">${LONG}</div>`,
  'what waits for the focus': `<a href="#" style="position: absolute; left: -999px">${LONG}</a>`,
  'what is not shown': `<div class="line" style="visibility: hidden">${LONG}</div>`,
  'what was given, with its title': `<div class="line"><bdi data-shortens title="${LONG}">${LONG}</bdi></div>`,
  'what leaves a box that does not hold it': `<div class="line" style="position: static"><span style="position: absolute">${LONG}</span></div>`,
  'a field to write into': `<input size="5" value="${LONG}">`,
}

const OVER = `<div>one text</div><div style="margin-top: -10px">and another</div>`
const COVERED = `<div>one text</div><div style="margin-top: -10px; background: white">and another</div>`

test('text that is cut, or stands over other text, is found', async ({ page }) => {
  for (const [name, html] of Object.entries(CUT)) {
    await page.setContent(STYLE + html)
    expect(await page.evaluate(cutText), name).toEqual([expect.stringMatching(/^cut: /)])
  }
  for (const [name, html] of Object.entries(READABLE)) {
    await page.setContent(STYLE + html)
    expect(await page.evaluate(cutText), name).toEqual([])
  }
  await page.setContent(STYLE + OVER)
  expect(await page.evaluate(cutText)).toEqual([expect.stringMatching(/^over: .*one text.*another/)])
  await page.setContent(STYLE + COVERED)
  expect(await page.evaluate(cutText)).toEqual([])
})
