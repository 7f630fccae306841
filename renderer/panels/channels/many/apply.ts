/** What can be done to many channels at once, and to which of them. Pure but for what runs. */
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { sendersOf } from '../../../channel/end-broadcast.ts'

export type Verb = 'end' | 'delete' | 'label'

/** Why a channel is left out. */
export type LeftOut = 'nothingToEnd' | 'onAir'

/** Undefined where the verb applies. */
const WHY: Readonly<Record<Verb, (channel: ChannelView) => LeftOut | undefined>> = {
  end: (channel) => (sendersOf(channel).length === 0 ? 'nothingToEnd' : undefined),
  // What viewers see is never deleted along with others: it is ended first, or deleted by itself.
  delete: ({ onAirSince }) => (onAirSince === null ? undefined : 'onAir'),
  label: () => undefined,
}

export interface Applies {
  readonly to: readonly ChannelView[]
  readonly leftOut: readonly { readonly channel: ChannelView; readonly why: LeftOut }[]
}

/** Which of the chosen channels a verb applies to; those it doesn't, with the reason. */
export function applies(verb: Verb, channels: readonly ChannelView[]): Applies {
  const looked = channels.map((channel) => ({ channel, why: WHY[verb](channel) }))
  return {
    to: looked.flatMap(({ channel, why }) => (why === undefined ? [channel] : [])),
    leftOut: looked.flatMap(({ channel, why }) => (why === undefined ? [] : [{ channel, why }])),
  }
}

export interface Failed {
  readonly channel: ChannelView
  readonly error: unknown
}

/**
 * Does it to each, one after the other, whatever becomes of the others.
 * @param doIt rejects where it was not done
 * @returns those that failed, with the reason
 */
export async function applyToEach(
  channels: readonly ChannelView[],
  doIt: (channel: ChannelView) => Promise<unknown>,
): Promise<readonly Failed[]> {
  const failed: Failed[] = []
  for (const channel of channels) {
    try {
      await doIt(channel)
    } catch (error) {
      failed.push({ channel, error })
    }
  }
  return failed
}
