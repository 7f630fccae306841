/** Numbers for a monitoring system, in Prometheus' text format or OpenMetrics 1.0, whichever it asks for. */
import { special } from './route.ts'

export const metricsApi = {
  read: special({
    kind: 'file',
    method: 'GET',
    path: '/metrics',
    who: 'public',
    summary:
      'Numbers for Prometheus. With `--metrics-token` only for its bearer; without, only where nothing but loopback is listened on.',
    mediaType: 'text/plain',
    errors: ['NOT_FOUND', 'NOT_AUTHENTICATED'],
  }),
}
