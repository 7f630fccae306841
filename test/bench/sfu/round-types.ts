export type SfuName = 'airdesk' | 'janus'

/** What is forwarded: every receiver gets audio and video of every sender. */
export interface Shape {
  readonly senders: number
  readonly receivers: number
}

export interface RoundRequest extends Shape {
  readonly server: SfuName
  /** How long it is measured. */
  readonly seconds: number
  /** File of our SFU process; what the build makes by default. */
  readonly entry?: string
}

export interface Round {
  /** Cores that the SFU used. */
  readonly cpu: number
  /** Part of that which it spent in the kernel. */
  readonly inKernel: number
  /** RTP packets that reached receivers. */
  readonly packetsPerSecond: number
  /** Part of what was sent that each receiver got. */
  readonly delivered: number
  /** Cores that the load generator used; near 1 it is what limits. */
  readonly loadCpu: number
  /** Of the SFU's process. */
  readonly residentMegabytes: number
  /** That senders heard from connecting on. */
  readonly keyFrameRequests: number
  /** Packets that senders were asked for again. */
  readonly nacked: number
}
