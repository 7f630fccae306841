/** What the room shows, as it stands in its address. */
export interface Search {
  /** Id of the channel to go live on. */
  readonly channel?: string | undefined
}

export function readSearch({ channel }: Record<string, unknown>): Search {
  return typeof channel === 'string' && channel !== '' ? { channel } : {}
}
