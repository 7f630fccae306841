/** What the console tells in several places, or of whom it says that something is wrong. */
export type Matter =
  | 'state'
  | 'age'
  | 'plate'
  | 'viewers'
  | 'finding'
  | 'incidents'
  | 'late'
  | 'late-alarm'
  | 'webhooks'
  | 'archives'
  | 'overload'
  | 'cpu'
  | 'ingest'
  | 'contact'

export interface Mark {
  readonly 'data-told': Matter
  readonly 'data-value': string | number
  readonly 'data-of': string
}

/**
 * Says as data what an element says in words, so that what watches the console (`npm run hour`) can hold all places to
 * one value and reads no sentence.
 * @param of a channel's id; empty for what is told of no channel
 */
export const told = (matter: Matter, value: string | number, of = ''): Mark => ({
  'data-told': matter,
  'data-value': value,
  'data-of': of,
})
