/** What of a chat is kept from this screen: people who were muted, and words that nobody should read aloud. Pure. */
import type { ChatMessage } from '../api/chat.ts'

export interface Muted {
  readonly userId: number
  /** As they were called then. */
  readonly name: string
}

export interface Moderation {
  /** Ids of messages. */
  readonly hidden: readonly string[]
  readonly muted: readonly Muted[]
  /** As they were written into the list. */
  readonly words: readonly string[]
}

/** Compared without case, width and kind of kana: `ﾊﾞｶ`, `バカ` and `ばか` are the same word. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KANA_APART))
const KANA_APART = 0x60

const LATIN = /[\p{Script=Latin}\p{Number}]/u

/** Between other letters a Latin word is another one: `ass` is not in `class`. Japanese has no spaces. */
function contains(body: string, word: string): boolean {
  for (let at = body.indexOf(word); at !== -1; at = body.indexOf(word, at + 1)) {
    const [before, after] = [body[at - 1] ?? '', body[at + word.length] ?? '']
    const isPart =
      (LATIN.test(word[0] ?? '') && LATIN.test(before)) ||
      (LATIN.test(word.at(-1) ?? '') && LATIN.test(after))
    if (!isPart) return true
  }
  return false
}

/** Whether a message is kept from the screen, made once for a list of many. */
export function keptBack({ hidden, muted, words }: Moderation): (message: ChatMessage) => boolean {
  const which = new Set(hidden)
  const who = new Set(muted.map(({ userId }) => userId))
  const what = words.map(plain).filter((word) => word !== '')
  return ({ message_id: id, user_id: userId, body }) => {
    if (which.has(id) || who.has(userId)) return true
    const said = plain(body)
    return what.some((word) => contains(said, word))
  }
}

/** Words as they are written into the field: one to a line, or apart by commas. */
export const wordsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\n,、，]/u)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** The last minutes are counted, a bar each. */
export const RATE_MINUTES = 15

/**
 * Messages of each of the last minutes, oldest first; the last one is the minute that runs.
 * @param now on the clocks of the system, as messages are dated: `YYYY-MM-DDTHH:MM:SS`
 */
export function rateOf(messages: readonly ChatMessage[], now: string): readonly number[] {
  const minuteOf = (text: string) => Math.floor(Date.parse(`${text}Z`) / 60_000)
  const last = minuteOf(now)
  const bars = Array<number>(RATE_MINUTES).fill(0)
  for (const { created_datetime: at } of messages.toReversed()) {
    const ago = last - minuteOf(at)
    if (ago >= RATE_MINUTES) break
    const index = RATE_MINUTES - 1 - Math.max(0, ago)
    bars[index] = (bars[index] ?? 0) + 1
  }
  return bars
}
