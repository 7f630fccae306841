/** What Docker, Kubernetes, a load balancer or a script asks before it sends anybody here. */
import { z } from 'zod'
import { json } from './route.ts'

/** What has to serve for the service to be ready, besides control, which answers. */
export const SERVING_PARTS = ['ingest', 'origin', 'sfu'] as const
export type ServingPart = (typeof SERVING_PARTS)[number]

const ok = z.object({ status: z.literal('ok') })

export const probeApi = {
  live: json({
    method: 'GET',
    path: '/healthz',
    who: 'public',
    summary: 'That the service is alive, also while a media process is started again.',
    answer: ok,
  }),
  ready: json({
    method: 'GET',
    path: '/readyz',
    who: 'public',
    summary:
      'That encoders, viewers and WebRTC clients are served; else 503, whose `values.parts` says what is away: `ingest`, `origin`, `sfu`.',
    answer: ok,
    errors: ['SERVICE_UNAVAILABLE'],
  }),
}
