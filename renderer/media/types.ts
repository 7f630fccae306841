/** What the console knows of its own player. */

/** One rendition as the player sees it. */
export interface PlayerLevel {
  /** Number that hls.js gives it. */
  readonly index: number
  /** Picture height in pixels; 0 for audio only. */
  readonly height: number
  readonly bitRateBps: number
}

/** Measured once a second. Times in seconds; NaN where nothing can be said yet. */
export interface Sample {
  /** Milliseconds since 1970, this computer's clock. */
  readonly at: number
  /** How long ago what it shows happened: since it came in. */
  readonly latency: number
  /** Where the player means to be. */
  readonly targetLatency: number
  readonly buffer: number
  readonly bandwidthBps: number
  readonly droppedFrames: number
  readonly totalFrames: number
  /** Age of the playlist since its last new segment or part. */
  readonly playlistAge: number
  /** How long ago the newest media that it lists came in. */
  readonly newestAge: number
  /** How long the last reload waited for its answer, where that came with the next part. */
  readonly reloadWait: number
}

export type PlayerStatus =
  | { readonly kind: 'loading' }
  /** The playlist does not exist yet, which is no error. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unsupported' }
  | {
      readonly kind: 'failed'
      readonly cause: 'network' | 'media' | 'other'
      /** What the key was answered with, 0 for nothing; null where it was not the key. */
      readonly keyStatus: number | null
    }

export interface SegmentView {
  readonly sequence: number
  readonly name: string
  readonly durationSeconds: number
  /** Null until the player has loaded it. */
  readonly bytes: number | null
  /** Milliseconds since 1970; null where the playlist does not say. */
  readonly at: number | null
  readonly discontinuity: boolean
  /** How many parts it has so far; 0 where it is whole. */
  readonly parts: number
}

/** What a playlist says of its parts (draft-pantos-hls-rfc8216bis 4.4.3.7 and 4.4.3.8). */
export interface PartsView {
  readonly targetSeconds: number
  /** From its end, where players are to begin. */
  readonly holdBackSeconds: number
  /** It is answered when what was asked for is there. */
  readonly blocksReload: boolean
}

/** The media playlist that was loaded last. */
export interface PlaylistView {
  readonly level: number
  readonly url: string
  readonly text: string
  readonly targetSeconds: number
  readonly startSequence: number
  readonly startOffset: number | null
  readonly encrypted: boolean
  /** Null where it has whole segments only. */
  readonly parts: PartsView | null
  /** Newest first. */
  readonly segments: readonly SegmentView[]
}

export interface LogEntry {
  readonly at: number
  readonly text: string
}

/** What came of asking for the key of an encrypted segment. */
export interface KeyRequest {
  /** When it was asked, milliseconds since 1970. */
  readonly at: number
  /** As the playlist names it. */
  readonly url: string
  /** 0 where no answer came. */
  readonly status: number
  readonly ms: number
  /** Length of what came; null where nothing did. */
  readonly bytes: number | null
}

export interface PlayerState {
  readonly status: PlayerStatus
  readonly levels: readonly PlayerLevel[]
  /** Level chosen by the operator; -1 for automatic. */
  readonly chosenLevel: number
  /** Level that plays; -1 before the first. */
  readonly playingLevel: number
  readonly paused: boolean
  readonly muted: boolean
  readonly stalls: number
  /** Last error that hls.js reported, fatal or not; a playlist that does not exist yet is none. */
  readonly lastError: string | null
  readonly sample: Sample | null
  readonly playlist: PlaylistView | null
  /** Newest first. */
  readonly keys: readonly KeyRequest[]
  /** Newest first. */
  readonly log: readonly LogEntry[]
}
