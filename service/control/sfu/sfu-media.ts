/** Between the domain of WebRTC channels and the SFU processes, which carry the media. */
import type { ChannelId } from '../../contract/ids.ts'
import type { Environment } from '../../contract/live-api.ts'
import type { SfuRequests } from '../../contract/sfu-worker.ts'
import type { Topics } from '../../platform/topics.ts'
import type { SfuTopics } from '../media-topics.ts'

/**
 * The media of one channel's connections: in one process, which is chosen when the first connection opens, and further
 * ones where that is full. A connection stays where it opened.
 */
export interface SfuRoom {
  /** @throws Refusal SERVICE_UNAVAILABLE when the process is not there, refuses, or does not answer in time */
  request<Name extends keyof SfuRequests>(
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]>
  /**
   * Where the channel is in several processes: resolves when each of them has done with what happened in another one
   * before, and has told what came of it. Null where it is in one.
   */
  settled(): Promise<void> | null
  /** Nobody is there any more. What is still to be said of those who went reaches the process they were in. */
  leave(): void
}

export interface SfuMedia {
  /** Of a channel that nobody is connected to yet. */
  room(environment: Environment, channelId: ChannelId): SfuRoom
  /** What the processes tell. */
  readonly topics: Topics<SfuTopics>
}
