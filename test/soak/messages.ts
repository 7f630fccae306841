/** What the two processes of the soak tell each other. Connections are numbered. */
import type { TransportCause } from '../../service/contract/sfu-worker.ts'
import type { TransportSnapshot } from '../../service/media/sfu/transport/counters.ts'

export type ToServer =
  | { readonly kind: 'open'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly sdp: string }
  | { readonly kind: 'close'; readonly id: number }
  | { readonly kind: 'report' }

export type FromServer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'offer'; readonly id: number; readonly sdp: string }
  /** `took`: from answer to open, ms. */
  | { readonly kind: 'opened'; readonly id: number; readonly took: number }
  | { readonly kind: 'ended'; readonly id: number; readonly cause: TransportCause }
  | { readonly kind: 'report'; readonly counters: TransportSnapshot; readonly rssMegabytes: number }
