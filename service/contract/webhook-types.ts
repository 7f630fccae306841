/**
 * Types of all webhooks: events of RTMP channels, of WebRTC channels and of recordings, and `auth` for a question of
 * authentication, whose body has none.
 */
export const WEBHOOK_TYPES = [
  'auth',
  'connection.created',
  'connection.updated',
  'connection.destroyed',
  'connection.failed',
  'spotlight.focused',
  'spotlight.unfocused',
  'notify.playlist_url',
  'archive.created',
  'archive.failed',
] as const
export type WebhookType = (typeof WEBHOOK_TYPES)[number]
