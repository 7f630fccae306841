/** Webhooks of the console in states that are shown on pictures and checked for accessibility. */
import type {
  WebhookAttempt,
  WebhookDetail,
  WebhookEndpoint,
  WebhookEndpointFigures,
  WebhookSummary,
} from '../../service/contract/console/webhooks.ts'
import { fieldCamera, SCENE_NOW, townHall, waiting } from './console-scenes.ts'

const ago = (seconds: number) => SCENE_NOW - seconds * 1000
const BILLING = 'https://billing.example.test/live'
const LOCAL = 'http://127.0.0.1:3000/hooks/live?token=secret'
const GATE = 'https://gate.example.test/may-publish'

function event(fields: Partial<WebhookSummary> & { sequence: number }): WebhookSummary {
  const createdAt = fields.createdAt ?? ago(16 * (400 - fields.sequence))
  return {
    id: `6W${String(fields.sequence).padStart(6, '0')}KQ5T0C3N8X6W4E1R9Y`,
    channelId: townHall.channelId,
    connectionId: '01KB3Z5N8QCONNECT00000000A',
    kind: 'event',
    type: 'connection.updated',
    url: BILLING,
    state: 'delivered',
    attempts: 1,
    createdAt,
    nextAttemptAt: null,
    finishedAt: createdAt + 12,
    lastStatus: 200,
    lastErrorClass: null,
    lastAskedBy: null,
    pausedAt: null,
    givenUpFor: null,
    ...fields,
  }
}

const question = { kind: 'auth', type: 'auth', url: GATE, channelId: waiting.channelId } as const
const failing = { finishedAt: null, state: 'pending', channelId: fieldCamera.channelId } as const

export const retrying = event({
  ...failing,
  sequence: 397,
  attempts: 4,
  lastStatus: 500,
  lastErrorClass: 'status',
  nextAttemptAt: SCENE_NOW + 104_000,
})
export const givenUp = event({
  sequence: 390,
  state: 'dead',
  type: 'connection.created',
  channelId: waiting.channelId,
  createdAt: ago(90_000),
  finishedAt: ago(3600),
  url: LOCAL,
  attempts: 31,
  lastStatus: null,
  lastErrorClass: 'refused',
})
export const denied = event({ ...question, sequence: 396, state: 'denied' })

/** One in each state. */
export const webhooks: readonly WebhookSummary[] = [
  event({ ...failing, sequence: 399, attempts: 0, lastStatus: null, nextAttemptAt: SCENE_NOW, url: LOCAL }),
  event({ sequence: 398, attempts: 2, lastAskedBy: 'Aiko Tanaka' }),
  retrying,
  denied,
  event({ ...question, sequence: 395, state: 'allowed' }),
  event({ ...question, sequence: 394, state: 'denied', lastErrorClass: 'malformed' }),
  event({
    ...failing,
    sequence: 393,
    attempts: 2,
    lastStatus: null,
    lastErrorClass: 'timeout',
    nextAttemptAt: SCENE_NOW - 10,
  }),
  event({ sequence: 392, type: 'connection.destroyed', channelId: '3K0DELETEDKQ5T0C3N8X6W4E1R' }),
  event({ sequence: 391, state: 'dead', attempts: 3, lastStatus: 410, lastErrorClass: 'status' }),
  givenUp,
]

/** The latest of them, and below `count` that are fine. */
export const manyWebhooks = (count: number): readonly WebhookSummary[] => [
  ...webhooks.slice(0, -1),
  ...Array.from({ length: count }, (_, index) => event({ sequence: 389 - index })),
]

function attempt(number: number, secondsAgo: number, fields: Partial<WebhookAttempt> = {}): WebhookAttempt {
  return {
    number,
    startedAt: ago(secondsAgo),
    durationMs: 200 + 7 * number,
    status: 500,
    errorClass: 'status',
    errorText: 'The endpoint answered with status 500.',
    requestHeaders: {
      'content-type': 'application/json',
      'user-agent': 'Airdesk/0.1.0',
      'webhook-id': retrying.id,
      'webhook-timestamp': '1795063276',
      'webhook-signature': 'v1,K5oZfzN90Q9UKLxRCz1oYpC2X1hF3bVwqk8u0zJh0sE=',
    },
    responseHeaders: { 'content-type': 'application/json', date: 'Wed, 18 Nov 2026 04:41:16 GMT' },
    responseBody: '{"error":"column \\"minutes\\" missing"}',
    askedBy: null,
    ...fields,
  }
}

const BODY = {
  type: 'connection.updated',
  channel_id: fieldCamera.channelId,
  connection_id: '01KB3Z5N8QCONNECT00000000A',
  timestamp: '2026-11-18T04:41:16.008Z',
  label: 'Service RTMP',
  role: 'rtmprelay',
  data: { minutes: 43, total_received_bytes: 1_349_217_280 },
}

export const retryingDetail: WebhookDetail = {
  ...retrying,
  body: JSON.stringify(BODY),
  retrying: { endsAt: SCENE_NOW + 86_349_000, attemptsLeft: 32 },
  attemptsMade: [attempt(1, 51), attempt(2, 46), attempt(3, 27, { askedBy: 'Aiko Tanaka' }), attempt(4, 16)],
}

const refused = {
  status: null,
  errorClass: 'refused',
  errorText: 'The connection was refused.',
  responseHeaders: null,
  responseBody: null,
} as const

export const givenUpDetail: WebhookDetail = {
  ...givenUp,
  body: JSON.stringify({ ...BODY, type: 'connection.created', data: undefined }),
  retrying: null,
  attemptsMade: Array.from({ length: 31 }, (_, index) => attempt(index + 1, 90_000 - 2880 * index, refused)),
}

export const deniedDetail: WebhookDetail = {
  ...denied,
  body: JSON.stringify({ ...BODY, type: undefined, data: undefined }),
  retrying: null,
  attemptsMade: [
    attempt(1, 64, {
      status: 200,
      errorClass: null,
      errorText: null,
      responseBody: '{"allow":false,"reason":"expired pass"}',
    }),
  ],
}

/** Failing, paused, and never asked. */
export const webhookEndpoints: readonly WebhookEndpoint[] = [
  {
    url: BILLING,
    pending: 3,
    givenUp: 0,
    failingSince: ago(51),
    lastAttemptAt: ago(16),
    lastStatus: 500,
    lastErrorClass: 'status',
    lastSuccessAt: ago(120),
    pausedAt: null,
    pausedBy: null,
    deliveredOfDay: 300,
    failedOfDay: 11,
  },
  {
    url: LOCAL,
    pending: 1,
    givenUp: 1,
    failingSince: ago(90_000),
    lastAttemptAt: ago(3600),
    lastStatus: null,
    lastErrorClass: 'refused',
    lastSuccessAt: null,
    pausedAt: null,
    pausedBy: null,
    deliveredOfDay: 300,
    failedOfDay: 11,
  },
  {
    url: 'https://crm.example.test/a/rather/long/path/for/an/endpoint',
    pending: 12,
    givenUp: 0,
    failingSince: null,
    lastAttemptAt: ago(40),
    lastStatus: 204,
    lastErrorClass: null,
    lastSuccessAt: ago(40),
    pausedAt: ago(300),
    pausedBy: 'Aiko Tanaka',
    deliveredOfDay: 300,
    failedOfDay: 11,
  },
  {
    url: 'https://new.example.test/',
    pending: 1,
    givenUp: 0,
    failingSince: null,
    lastAttemptAt: null,
    lastStatus: null,
    lastErrorClass: null,
    lastSuccessAt: null,
    pausedAt: null,
    pausedBy: null,
    deliveredOfDay: 300,
    failedOfDay: 11,
  },
]

/** How the first of them fared: fine for a day, failing since a moment ago. */
export const endpointFigures: WebhookEndpointFigures = {
  endpoint: webhookEndpoints[0] as WebhookEndpoint,
  slots: Array.from({ length: 144 }, (_, slot) => ({
    from: ago(86_400 - slot * 600),
    delivered: slot > 141 ? 1 : 2 + (slot % 3),
    failed: slot > 138 ? 2 : 0,
  })),
  medianMs: 198,
  p95Ms: 412,
}
