/** Between the domain of WebRTC channels and the SFU processes, which carry the media. */
import type { Environment } from '../../contract/live-api.ts'
import type { SfuRequests } from '../../contract/sfu-worker.ts'
import type { Topics } from '../../platform/topics.ts'
import type { SfuTopics } from '../workers/worker-topics.ts'

export interface SfuMedia {
  /** @throws Refusal SERVICE_UNAVAILABLE when the process is not there, refuses, or does not answer in time */
  request<Name extends keyof SfuRequests>(
    environment: Environment,
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]>
  /** What the processes tell. */
  readonly topics: Topics<SfuTopics>
}
