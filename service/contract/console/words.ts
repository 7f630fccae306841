/**
 * Words that are chosen among, by area. They stand apart from the schemas that are made of them: the console reads
 * its addresses by them before anything else, and to make schemas takes it longer than all else that it begins with.
 */

export const WEBHOOK_STATES = ['pending', 'delivered', 'dead', 'allowed', 'denied'] as const

/**
 * Why an attempt failed: a status that says no, no answer in time, no connection, no address for the name, no
 * valid TLS, an answer that breaks its form, or an address that the system may not reach.
 */
export const FAILURE_CLASSES = [
  ...(['status', 'timeout', 'refused', 'dns', 'tls', 'malformed', 'blocked'] as const),
] as const

/** What the built-in test picture is called among what encoders say of themselves. */
export const TEST_PICTURE_ENCODER = 'Airdesk test picture'

/** What channels tell by webhooks, by their kind. */
export const SAMPLE_TYPES = {
  rtmp: [
    'connection.created',
    'connection.updated',
    'connection.destroyed',
    'archive.created',
    'archive.failed',
  ],
  webrtc: ['connection.created', 'connection.updated', 'connection.destroyed'],
} as const

/**
 * `recording`: being made. `sealing`: the broadcast has ended, the movie is made. `uploading`: on its way,
 * also while it waits for another try. `available`: all of it is in the store, verified. `failed`: it
 * cannot arrive (its local copy is gone or damaged), or nothing could be recorded.
 */
export const RECORDING_STATES = ['recording', 'sealing', 'uploading', 'available', 'failed'] as const

/** Whose calls the log of calls has. */
export const API_NAMES = ['option', 'live'] as const
/** Answers by the first digit of their status. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const

/** What verbs of the audit log are about, as they are filtered. */
export const AUDIT_TOPICS = [
  'sign-in',
  'users',
  'access',
  'channels',
  'schedules',
  'recordings',
  'webhooks',
  'settings',
  'data',
] as const
