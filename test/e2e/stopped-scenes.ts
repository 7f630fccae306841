/** A room and a tile that could not be drawn. */
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { mixed } from '../support/console-scenes.ts'
import { webhooks } from '../support/console-webhook-scenes.ts'
import type { Scene } from './scene.ts'

/** A frame rate that the browser is made to fail to write. */
export const UNWRITABLE = 23.7

/** The first channel on air sends at that rate. */
export function withUnwritable(channels: readonly ChannelView[]): readonly ChannelView[] {
  const first = channels.find(({ onAirSince }) => onAirSince !== null)
  const strange = (sender: ChannelView['connections'][number]) => ({
    ...sender,
    stats: sender.stats?.video
      ? { ...sender.stats, video: { ...sender.stats.video, frameRate: UNWRITABLE } }
      : sender.stats,
  })
  return channels.map((one) => (one === first ? { ...one, connections: one.connections.map(strange) } : one))
}

const stopped = 'section:has(details)'

export const STOPPED_SCENES: readonly Scene[] = [
  {
    name: 'stopped-room',
    path: '/webhooks',
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.webhooks.list, 200, { events: webhooks, before: null })
    },
    after: async (page) => {
      await page.getByRole('grid').waitFor()
      await page.evaluate(() => {
        Element.prototype.scrollTo = () => {
          throw new TypeError('n is not a function')
        }
        location.hash = '#/webhooks?q=billing'
      })
      await page.locator(stopped).waitFor()
    },
  },
  {
    name: 'stopped-tile',
    path: '/',
    prepare: (s) => s.show(mixed),
    after: async (page, s) => {
      await page.locator('[data-tile]').first().waitFor()
      await page.evaluate((rate) => {
        const { toFixed } = Number.prototype
        Number.prototype.toFixed = function (this: number, digits) {
          if (this.valueOf() === rate) throw new TypeError('n is not a function')
          return toFixed.call(this, digits)
        }
      }, UNWRITABLE)
      s.show(withUnwritable(mixed))
      await page.getByRole('alert').waitFor()
    },
  },
]
