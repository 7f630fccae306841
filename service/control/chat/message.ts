import type { ChatMessageId, ScheduleId, UserId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** What a user said on a schedule. */
export interface ChatMessage {
  readonly messageId: ChatMessageId
  readonly scheduleId: ScheduleId
  /** Stays when the user is deleted. */
  readonly userId: UserId
  /** Of the time it was sent. */
  readonly userName: string
  readonly body: string
  readonly createdAt: EpochMilliseconds
}
