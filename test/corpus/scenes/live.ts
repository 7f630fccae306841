/** The live API's own operations: members, refusals, keys of idempotency. */
import {
  CREATE,
  CREATE_DESTINATION,
  CREATE_HLS,
  CREATE_WEBRTC,
  DELETE,
  DELETE_DESTINATION,
  GET_KEY,
  LIST_CHANNELS,
  LIST_DESTINATIONS,
  LIST_PLAYLISTS,
  OTHER_ACCESS_TOKEN,
  createRequest,
} from '../../support/live-api.ts'
import { renditions, text } from '../../support/bad-input.ts'
import type { Director, SceneToRecord } from '../recorder.ts'
import { SECOND_TOKEN } from '../stage.ts'
import { ID, URLS, anyOf, live, memberOf, valuesOf, variations } from './cases.ts'
import type { Members } from './cases.ts'

const webhooks = { auth_webhook_url: anyOf('', ...URLS), event_webhook_url: anyOf('', ...URLS) }
const encrypt_key_uri = anyOf('', ...URLS)
const environment = anyOf(1, 2, -1, 0.5, '0', '1')
const RENDITION = createRequest().hls[0]
const hls = [...valuesOf(renditions()), [], [null], [{}], [RENDITION, RENDITION]]
const archived = (...ids: unknown[]) => ({
  hls: ids.map((id) => ({ ...RENDITION, archive: { archive_destination_id: id } })),
})
/** Wrong in more members than an answer names. */
const wrongThroughout = {
  hls: Array.from({ length: 16 }, () => ({ durationSeconds: 'x', video: { fps: 1 }, audio: { bps: null } })),
  ...{ encrypt_key_uri: 5, auth_webhook_url: 'x', event_webhook_url: null, environment: 7 },
}
const unknown = { unknown: 1, hls_: [], constructor: { a: [1] } }

const CREATING: readonly [target: string, request: Readonly<Record<string, unknown>>, members: Members][] = [
  [CREATE, createRequest(), { hls, encrypt_key_uri, ...webhooks, environment: [5] }],
  [
    CREATE_HLS,
    createRequest(),
    { hls: hls.slice(0, 20), encrypt_key_uri: encrypt_key_uri.slice(0, 9), ...webhooks, environment },
  ],
  [CREATE_WEBRTC, {}, { ...webhooks, environment, hls: ['ignored'] }],
]

const creating = CREATING.map(([target, request, members]) => ({
  name: target,
  async play(director: Director) {
    for (const one of variations(request, members)) await live(director, target, one)
    for (const one of [{ ...request, ...unknown }, wrongThroughout, {}]) await live(director, target, one)
    for (const token of [SECOND_TOKEN, OTHER_ACCESS_TOKEN]) await live(director, target, request, { token })
  },
}))

/** Of a creating operation: the same key again, with other members, elsewhere, later. */
const idempotency: SceneToRecord = {
  name: 'Idempotency-Key',
  async play(director) {
    const keyed = (target: string, body: object, key: string, token?: string) =>
      live(director, target, body, { headers: { 'idempotency-key': key }, ...(token ? { token } : {}) })
    const { hls } = createRequest()
    await keyed(CREATE, { hls, event_webhook_url: '' }, 'one')
    await keyed(CREATE, { event_webhook_url: '', hls, unknown: 1 }, 'one')
    await keyed(CREATE, { hls }, 'one')
    await keyed(CREATE, { hls, event_webhook_url: 'https://hooks.example' }, 'one')
    await keyed(CREATE_HLS, { hls }, 'one')
    await keyed(CREATE_WEBRTC, {}, 'one')
    await keyed(CREATE, { hls: [] }, 'one')
    await keyed(CREATE, { hls }, 'one', SECOND_TOKEN)
    await keyed(CREATE, { hls }, 'one', OTHER_ACCESS_TOKEN)
    await keyed(CREATE, archived('unknown'), 'refused')
    await keyed(CREATE, { hls }, 'refused')
    for (const key of ['', 'k'.repeat(255), 'k'.repeat(256), 'a b, "c"']) await keyed(CREATE, { hls }, key)
    await keyed(LIST_CHANNELS, {}, '')
    const destination = { bucket_uri: 'file:///mnt/a' }
    for (const one of [destination, destination, { bucket_uri: 'file:///mnt/b' }]) {
      await keyed(CREATE_DESTINATION, one, 'destination')
    }
    director.act('advance', { ms: 24 * 60 * 60 * 1000 - 1 })
    await keyed(CREATE, { hls }, 'one')
    director.act('advance', { ms: 1 })
    await keyed(CREATE, { hls }, 'one')
    await keyed(CREATE_WEBRTC, {}, 'one')
  },
}

const channels: SceneToRecord = {
  name: 'channels',
  async play(director) {
    const ids: string[] = []
    for (const target of [CREATE, CREATE_HLS, CREATE_WEBRTC]) {
      ids.push(memberOf(await live(director, target, createRequest()), 'channel_id'))
    }
    const [rtmp = '', hls = '', webrtc = ''] = ids
    for (const body of [{}, { unknown: 1, channel_id: 5 }]) await live(director, LIST_CHANNELS, body)
    await live(director, LIST_CHANNELS, {}, { token: SECOND_TOKEN })
    await live(director, LIST_CHANNELS, {}, { token: OTHER_ACCESS_TOKEN })
    for (const channel_id of [rtmp, hls]) director.act('onAir', { channel_id })
    for (const target of [LIST_PLAYLISTS, DELETE]) {
      for (const request of variations({ channel_id: rtmp }, { channel_id: ID })) {
        await live(director, target, request)
      }
      for (const channel_id of ['unknown', '__proto__', 'constructor', ` ${rtmp}`]) {
        await live(director, target, { channel_id })
      }
      await live(director, target, { channel_id: rtmp }, { token: OTHER_ACCESS_TOKEN })
    }
    for (const channel_id of [rtmp, hls, webrtc])
      await live(director, LIST_PLAYLISTS, { channel_id, more: 1 })
    await live(director, LIST_PLAYLISTS, { channel_id: rtmp }, { token: SECOND_TOKEN })
    await live(director, DELETE, { channel_id: rtmp })
    await live(director, DELETE, { channel_id: rtmp })
    await live(director, LIST_PLAYLISTS, { channel_id: rtmp })
    await live(director, DELETE, { channel_id: hls, more: null }, { token: SECOND_TOKEN })
    await live(director, LIST_CHANNELS)
  },
}

const keys: SceneToRecord = {
  name: GET_KEY,
  async play(director) {
    director.act('key', { kid: 'KID', key: '00112233445566778899aabbccddeeff' })
    for (const request of variations({ kid: 'KID' }, { kid: [...ID, 'KID', 'kid', 'unknown'] })) {
      await live(director, GET_KEY, request)
    }
    await live(director, GET_KEY, { kid: 'KID', more: {} }, { token: SECOND_TOKEN })
    await live(director, GET_KEY, { kid: 'KID' }, { token: OTHER_ACCESS_TOKEN })
  },
}

const S3 = {
  bucket_uri: 's3://recordings/shows/',
  s3_region: 'eu-central-1',
  s3_access_key_id: 'AKIAEXAMPLE',
  s3_secret_access_key: 'not a real secret, but a secret',
}
const credential = {
  type: 'service_account',
  client_email: 'archiver@example.iam.gserviceaccount.com',
  private_key: 'not a real key',
  token_uri: 'https://oauth2.example/token',
}
const GS = { bucket_uri: 'gs://recordings', gs_credential_json: JSON.stringify(credential) }
const AZBLOB = {
  bucket_uri: 'azblob://recordings/2026',
  blob_account: 'airdesk',
  blob_key: 'c2VjcmV0LWtleQ==',
}
const FILE = { bucket_uri: 'file:///mnt/recordings' }
const short = valuesOf(text(1, 1024)).filter((value) => value !== '' && String(value).length !== 1)
const foreign = { ...GS, ...AZBLOB, ...S3 }

const PATHS = [
  '',
  '/',
  '/a/b/',
  '//a',
  '/a//b',
  '/a/../b',
  '/./a',
  '/%2e%2e/a',
  '/a?b',
  '/a#b',
  '/a\\b',
  '/\u0001',
]
const NAMES = {
  s3: ['ab', 'abc', 'Abc', 'a_b', 'a..b', '-abc', 'a.b-c', 'a'.repeat(63), 'a'.repeat(64), 'u:p@abc', ''],
  gs: ['ab', 'a_b', 'a'.repeat(64), `${'a'.repeat(63)}.com`, 'a..b', ''],
  azblob: ['ab', 'a--b', '-ab', 'a.b', 'a'.repeat(64), ''],
  file: ['', 'host', 'C:'],
}
const schemes = ['', '5', 'recordings', 'http://recordings', 'S3://recordings', 's3:recordings', 'ftp://a/b']
const URIS = [
  ...schemes,
  ...Object.entries(NAMES).flatMap(([scheme, names]) => names.map((name) => `${scheme}://${name}/path`)),
  ...['s3', 'gs', 'azblob'].flatMap((scheme) => PATHS.map((path) => `${scheme}://recordings${path}`)),
  ...PATHS.map((path) => `file://${path}`),
  ...[
    `s3://recordings/${'p'.repeat(800)}`,
    `s3://recordings/${'p'.repeat(801)}`,
    `file:///${'p'.repeat(801)}`,
  ],
  ...['file:///mnt/%zz', 'file:///mnt/a%20b', 'file:///data', 'file:///data/archive', 'file:///data/hls'],
]

const destinationMembers: SceneToRecord = {
  name: CREATE_DESTINATION,
  async play(director) {
    const create = (body: unknown) => live(director, CREATE_DESTINATION, body)
    const all: [Readonly<Record<string, unknown>>, Members][] = [
      [
        S3,
        {
          bucket_uri: [...ID, ...short],
          s3_end_point: [
            ...anyOf('', ...URLS, 'https://store.example/path', 'https://a.example?b', 'https://a#b'),
            ...short,
          ],
          s3_region: [...anyOf('', 'a b', 'eu/1'), ...short],
          s3_access_key_id: [...anyOf('', 'a b', 'a,b', 'a/b', 'é'), ...short],
          s3_secret_access_key: [...anyOf('', 'a\nb', 'a b'), ...short],
        },
      ],
      [
        GS,
        {
          gs_credential_json: [
            ...anyOf('', '{', '[]', '{}', 'null', 'x'.repeat(65_536), 'x'.repeat(65_537)),
            ...variations(credential, {
              type: [...ID],
              client_email: [null, ''],
              private_key: [5],
              token_uri: ['', 'ftp://a', 'a'],
            }).map((one) => JSON.stringify(one)),
          ],
        },
      ],
      [
        AZBLOB,
        {
          blob_account: anyOf('', 'ab', 'abc', 'Abc', 'a'.repeat(24), 'a'.repeat(25), 'a-b'),
          blob_key: anyOf('', 'a', 'YQ==', 'YQ', '****', 'x'.repeat(1024), 'x'.repeat(1025)),
        },
      ],
      [FILE, { bucket_uri: ID }],
      ...[S3, GS, AZBLOB, FILE].map((base): [typeof base, Members] => [base, { more: [1] }]),
      [
        foreign,
        { bucket_uri: ['s3://recordings', 'gs://recordings', 'azblob://recordings', 'file:///mnt/a'] },
      ],
    ]
    for (const [request, members] of all) {
      for (const one of variations(request, members)) await create(one)
    }
    for (const bucket_uri of URIS) {
      const base = [S3, GS, AZBLOB].find((one) => bucket_uri.startsWith(`${one.bucket_uri.split(':')[0]}:`))
      await create({ ...base, bucket_uri })
    }
    const incomplete = [{}, { bucket_uri: S3.bucket_uri }, { bucket_uri: GS.bucket_uri }]
    for (const one of [...incomplete, { bucket_uri: AZBLOB.bucket_uri }, { s3_region: 5, blob_key: '' }]) {
      await create(one)
    }
  },
}

const destinations: SceneToRecord = {
  name: 'archive destinations and what archives to them',
  async play(director) {
    const ids: string[] = []
    for (const one of [S3, GS, AZBLOB, FILE]) {
      ids.push(memberOf(await live(director, CREATE_DESTINATION, one), 'archive_destination_id'))
    }
    const [first = '', second = '', third = ''] = ids
    for (const body of [{}, { more: 1 }]) await live(director, LIST_DESTINATIONS, body)
    await live(director, LIST_DESTINATIONS, {}, { token: OTHER_ACCESS_TOKEN })
    await live(director, LIST_DESTINATIONS, {}, { token: SECOND_TOKEN })
    for (const target of [CREATE, CREATE_HLS]) {
      for (const requested of [archived('unknown'), archived(first, 'unknown', second, 'gone')]) {
        await live(director, target, requested)
      }
      await live(director, target, archived(first), { token: OTHER_ACCESS_TOKEN })
    }
    const channel_id = memberOf(await live(director, CREATE, archived(first)), 'channel_id')
    const remove = (archive_destination_id: unknown, token?: string) =>
      live(director, DELETE_DESTINATION, { archive_destination_id }, token === undefined ? {} : { token })
    await remove(first)
    await live(director, CREATE_HLS, archived(first, second))
    for (const id of [first, second, third]) await remove(id)
    for (const id of [null, 5, '', 'unknown', third]) await remove(id)
    await live(director, DELETE_DESTINATION, {})
    await remove(ids[3], OTHER_ACCESS_TOKEN)
    await remove(ids[3], SECOND_TOKEN)
    await live(director, DELETE, { channel_id })
    await remove(first)
    await live(director, LIST_DESTINATIONS)
  },
}

const ofSchedules: SceneToRecord = {
  name: 'channels of schedules',
  async play(director) {
    const ids = [director.act('scheduleChannel'), director.act('scheduleChannel')]
    await live(director, LIST_CHANNELS)
    for (const channel_id of ids) {
      director.act('connect', { channel_id, spotlight: false })
      for (const token of [undefined, SECOND_TOKEN, OTHER_ACCESS_TOKEN]) {
        const call = token === undefined ? {} : { token }
        await live(director, 'Sfu_20201013.ListChannelConnections', { channel_id }, call)
        await live(director, 'Sfu_20151104.DisconnectChannel', { channel_id }, call)
      }
    }
    await live(director, DELETE, { channel_id: ids[0] })
    await live(director, DELETE, { channel_id: ids[1] }, { token: SECOND_TOKEN })
    await live(director, LIST_CHANNELS)
  },
}

const locked: SceneToRecord = {
  name: 'archive secrets are locked',
  stage: { locked: true },
  async play(director) {
    for (const one of [S3, GS, AZBLOB, FILE]) await live(director, CREATE_DESTINATION, one)
    await live(director, LIST_DESTINATIONS)
  },
}

export const LIVE_SCENES: readonly SceneToRecord[] = [
  ...creating,
  ...[idempotency, channels, ofSchedules, keys, destinationMembers, destinations, locked],
]
