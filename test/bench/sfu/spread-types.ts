export interface SpreadRequest {
  readonly processes: number
  readonly rooms: number
  /** Connections of each room. */
  readonly members: number
  /** How many of them send, besides receiving; the others only receive. */
  readonly senders: number
  /** Whether each room is in all processes, its members in turn; else the rooms are in turn in one. */
  readonly isShared: boolean
  /** Of the 30 packets of video and 50 of sound that a client sends in a second. */
  readonly pace: number
  /** How long it is measured. */
  readonly seconds: number
  /** File of our SFU process; what the build makes by default. */
  readonly entry?: string
}

export interface SpreadRound {
  /** Cores that each SFU process used. */
  readonly cpu: readonly number[]
  /** RTP packets that reached receivers. */
  readonly packetsPerSecond: number
  /** Part of what was sent that each receiver got. */
  readonly delivered: number
  /** Part of the time that the load generator had something to do; near 1 it is what limits. */
  readonly loadBusy: number
}
