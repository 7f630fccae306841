import { disagreements, falseWords, firstTrue, lastTrue, pagesApart } from './judge.ts'
import type { Fault } from './faults.ts'
import type { Look } from './looks.ts'
import type { Stage } from './stage.ts'
import { waitFor } from '../support/wait-for.ts'

/** What the console told of a fault. */
export interface Told {
  readonly title: string
  /** Until the first true word in the control room; null where there was none. */
  readonly seconds: number | null
  /** From the mending until nothing of it was told any more; null where it stayed. */
  readonly gone: number | null
  readonly isFalse: readonly string[]
  /** Moments at which two places of a page told another value of the same. */
  readonly apart: readonly string[]
  /** Looks at both pages while it lasted. */
  readonly looked: number
  readonly looks: { readonly room: readonly Look[]; readonly channel: readonly Look[] }
}

/** How long it is watched after nothing of it is told any more. */
const AFTER_MS = 5_000
/** The longest that something may be told after it was mended. */
const LONGEST_MS = 90_000

export async function provoke(stage: Stage, fault: Fault): Promise<Told> {
  const bystander = await stage.bystander()
  const scene = await fault.set(stage)
  try {
    await stage.acknowledgeAll()
    const isCalm = () =>
      stage
        .words()
        .then((words) => words.some(({ matter, value }) => matter === 'finding' && value === 'none'))
    await waitFor(isCalm, `a control room without findings before: ${fault.title}`, LONGEST_MS)
    await stage.showChannel(scene.about === '' ? bystander : scene.about)
    const before = await stage.looks()
    const from = await scene.happen()
    await waitFor(
      () => Date.now() >= from + fault.seconds * 1000,
      'what is told while it lasts',
      fault.seconds * 2000,
    )
    const mended = Date.now()
    await scene.mend()
    const isOver = async () => {
      const looks = (await stage.looks()).room
      const gone = lastTrue(looks, mended, scene)
      return gone !== null && Date.now() >= mended + gone * 1000 + AFTER_MS
    }
    await waitFor(isOver, 'its end', LONGEST_MS).catch(() => undefined)
    const { room, channel } = await stage.looks()
    // What stood then, and all that came after it.
    const looks = {
      room: room.slice(before.room.length - 1),
      channel: channel.slice(before.channel.length - 1),
    }
    return {
      title: fault.title,
      seconds: firstTrue(looks.room, from, scene),
      gone: lastTrue(looks.room, mended, scene),
      isFalse: falseWords(looks.room, { from, mended, to: Date.now(), about: scene.about }, scene),
      apart: [
        ...disagreements(looks.room, 'room').map((text) => `control room ${text}`),
        ...disagreements(looks.channel, 'channel').map((text) => `channel ${text}`),
        ...pagesApart(looks.room, looks.channel),
      ],
      looked: looks.room.length + looks.channel.length,
      looks,
    }
  } finally {
    await scene.end()
  }
}
