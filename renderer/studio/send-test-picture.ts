/** Puts the test picture on air from this window at once, for a broadcast that viewers wait for. */
import { choose, nameBroadcast, releaseUnused } from './sources.ts'
import type { Words } from './painted.ts'
import type { Quality } from './quality.ts'
import { isBusy } from './states.ts'
import { goLive } from './studio.ts'
import { getStudio, setStudio } from './view.ts'

interface Options {
  readonly channelId: string
  readonly quality: Quality
  /** What the picture says. */
  readonly words: () => Words
}

/**
 * Resolves when it is connected; does nothing while the studio sends already. The studio shows it then, and another
 * source takes its place there without a gap.
 * @returns the reason for which it was refused; null where it was not
 */
export async function sendTestPicture({ channelId, quality, words }: Options): Promise<string | null> {
  if (isBusy(getStudio().state)) return null
  setStudio({ quality })
  nameBroadcast(words)
  await choose('test')
  await goLive(channelId)
  releaseUnused()
  const { state } = getStudio()
  return state.kind === 'ended' && state.reason.kind === 'refused' ? state.reason.text : null
}
