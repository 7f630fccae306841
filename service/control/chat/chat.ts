import type { ChatMessageId, ScheduleId, SystemId } from '../../contract/ids.ts'
import { badRequest } from '../../contract/refusal/refusal.ts'
import { problem } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { User } from '../identity/user.ts'
import type { Schedule } from '../schedule/schedule.ts'
import type { ChatMessage } from './message.ts'
import type { ChatRepository } from './repository.ts'

export interface ChatParts {
  readonly clock: Clock
  readonly messages: ChatRepository
}

/** The messages that users exchange on a schedule. */
export class Chat {
  readonly #parts: ChatParts

  constructor(parts: ChatParts) {
    this.#parts = parts
  }

  send({ scheduleId }: Pick<Schedule, 'scheduleId'>, user: User, body: string): ChatMessage {
    const message = {
      messageId: newId<ChatMessageId>('chat message'),
      scheduleId,
      userId: user.id,
      userName: user.name,
      body,
      createdAt: this.#parts.clock.now(),
    }
    this.#parts.messages.insert(message)
    return message
  }

  /**
   * Oldest first.
   * @param after only messages after the one with this id
   * @param limit how many at most, the oldest of them; all when left out
   * @throws Refusal `BAD_REQUEST` when the schedule has no message `after`
   */
  list(
    scheduleId: ScheduleId,
    { after, limit }: { readonly after?: string | undefined; readonly limit?: number | undefined } = {},
  ): readonly ChatMessage[] {
    const { messages } = this.#parts
    const number = after === undefined ? 0 : messages.numberOf(scheduleId, after)
    if (number === null) {
      throw badRequest(problem('after', 'knownMessage'))
    }
    return messages.listAfter(scheduleId, number, limit ?? null)
  }

  /** Messages on all schedules of the system. */
  count(systemId: SystemId): number {
    return this.#parts.messages.count(systemId)
  }

  /** Removes those. @returns how many */
  clear(systemId: SystemId): number {
    return this.#parts.messages.clear(systemId)
  }
}
