import type { ChannelOnAir } from '../service/contract/host-protocol.ts'
import { channelName } from './indicator.ts'
import { fill, type Texts } from './texts.ts'

const ANSWERS = ['keep', 'close-window', 'end'] as const

/** The question before a broadcast ends, as a message box takes it; `answers` belong to its buttons. Pure. */
export function endQuestion(onAir: readonly ChannelOnAir[], texts: Texts) {
  const channels = onAir.map((channel) =>
    fill(texts.endChannel, {
      name: channelName(channel, texts),
      viewers: channel.viewers === 1 ? texts.viewersOne : fill(texts.viewers, { count: channel.viewers }),
    }),
  )
  return {
    type: 'warning' as const,
    message: texts.endQuestion,
    detail: `${fill(texts.endDetail, { channels: channels.join(texts.separator) })}\n\n${texts.wayBack}`,
    buttons: [texts.keep, texts.closeWindow, texts.end],
    answers: ANSWERS,
    // Enter and Escape both keep the broadcast.
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}
