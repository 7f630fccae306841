/** The form of a new channel while its operator makes a destination for it. Kept in this window only. */
import type { ChannelValues } from './form-values.ts'

let draft: ChannelValues | null = null

export function keepDraft(values: ChannelValues): void {
  draft = values
}

/** What was kept last; null where nothing was, as after a reload. */
export const keptDraft = (): ChannelValues | null => draft
