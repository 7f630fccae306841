export interface SpreadRequest {
  /** SFU processes that the rooms are in, one after the other. */
  readonly processes: number
  readonly rooms: number
  /** How long it is measured. */
  readonly seconds: number
}

export interface SpreadRound {
  /** Cores that each SFU process used. */
  readonly cpu: readonly number[]
  /** RTP packets that reached receivers. */
  readonly packetsPerSecond: number
  /** Part of what was sent that each receiver got. */
  readonly delivered: number
  /** Cores that the load generator used. */
  readonly loadCpu: number
}
