import type { ScheduleId, SystemId } from '../../contract/ids.ts'
import type { ChatMessage } from './message.ts'

/** What is remembered of chats. Messages are numbered in the order they were sent. */
export interface ChatRepository {
  insert(message: ChatMessage): void
  /** Number of a message of this schedule; null when it has no such message. */
  numberOf(scheduleId: ScheduleId, messageId: string): number | null
  /**
   * Those with greater numbers, oldest first.
   * @param limit how many at most; null for all
   */
  listAfter(scheduleId: ScheduleId, number: number, limit: number | null): readonly ChatMessage[]
  /** Of all schedules of the system. */
  count(systemId: SystemId): number
  /** Removes those. @returns how many */
  clear(systemId: SystemId): number
}
