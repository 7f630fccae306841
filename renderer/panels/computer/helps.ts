/** What would relieve this computer, by how much it gives. Pure. */
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { ComputerView } from '../../../service/contract/console/load.ts'
import { OFFERED_MS } from '../../stores/ended-pictures.ts'

/** Below this share of all cores other programs are not worth a word. */
const MUCH = 0.05

export type Help =
  /** CPU: share of all cores that it gives back; null while that is not known. */
  | { readonly kind: 'test-picture'; readonly channel: ChannelView; readonly cpu: number | null }
  | { readonly kind: 'others'; readonly cpu: number }
  /** It was done, and can be undone. */
  | { readonly kind: 'ended'; readonly channel: ChannelView }

/** @param endedAt channel id → when its test picture was ended here @param now milliseconds since 1970 */
export function helps(
  { processes, others }: Pick<ComputerView, 'processes' | 'others'>,
  channels: readonly ChannelView[],
  endedAt: ReadonlyMap<string, number>,
  now: number,
): readonly Help[] {
  const takenBy = ({ channelId }: ChannelView): number | null =>
    processes
      .filter((one) => one.channelId === channelId)
      .reduce<number | null>((all, { cpu }) => (all === null || cpu === null ? null : all + cpu), 0)
  const pictures = channels
    .filter(({ testPicture }) => testPicture)
    .map((channel) => ({ kind: 'test-picture', channel, cpu: takenBy(channel) }) as const)
  const foreign =
    others.cpu !== null && others.cpu >= MUCH ? [{ kind: 'others', cpu: others.cpu } as const] : []
  // Where somebody sends by now, there is nothing to bring back.
  const ended = channels
    .filter(({ channelId, testPicture, connections }) => {
      const at = endedAt.get(channelId)
      return at !== undefined && now - at < OFFERED_MS && !testPicture && connections.length === 0
    })
    .map((channel) => ({ kind: 'ended', channel }) as const)
  return [...[...pictures, ...foreign].sort((a, b) => (b.cpu ?? -1) - (a.cpu ?? -1)), ...ended]
}
