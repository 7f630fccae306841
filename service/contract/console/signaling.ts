/** The console's own way in for WebRTC clients, so that no browser has to trust the local authority. */
import { special } from './route.ts'

export const signalingApi = {
  connect: special({
    kind: 'socket',
    method: 'GET',
    path: '/console/api/signaling',
    who: 'delivery',
    summary: 'Signaling as of the public listener, for channels of the own system.',
    fromOwnPage: true,
    errors: ['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'],
  }),
}
