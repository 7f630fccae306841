/** What each member of the live API's requests may hold and may not. */
import { MISSING, anyInteger, flag, id, oneOf, optional, text } from './bad-input.ts'
import type { MemberCases } from './bad-input.ts'
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
  createRequest,
} from './live-api.ts'

type Body = Readonly<Record<string, unknown>>

export const S3 = {
  bucket_uri: 's3://recordings',
  s3_region: 'r',
  s3_access_key_id: 'k',
  s3_secret_access_key: 's',
}
const CREDENTIAL = { type: 't', client_email: 'c', private_key: 'p', token_uri: 'https://a.test/' }
const GS = { bucket_uri: 'gs://recordings', gs_credential_json: JSON.stringify(CREDENTIAL) }
const AZBLOB = { bucket_uri: 'azblob://recordings', blob_account: 'airdesk', blob_key: 'eA==' }

/** What right requests name. */
export interface LiveFixture {
  /** A WebRTC channel with the connections A, of the client studio, and B; the system has the key KID. */
  readonly channel: { readonly channel_id: string }
  /** Another one. */
  makeChannel(): Promise<string>
  makeDestination(): string
}

/** An operation, a request that is right, and the cases of each of its members. */
export interface Row {
  readonly target: string
  readonly right: (fixture: LiveFixture) => Body | Promise<Body>
  readonly members: Readonly<Record<string, MemberCases>>
}

/** Stands for what `right` has. */
export const KNOWN = 'known'
const refused = (rule: string, values: readonly unknown[]): MemberCases =>
  values.map((value) => ({ value, rule }))
const taken = (values: readonly unknown[]): MemberCases => values.map((value) => ({ value, rule: null }))

function url(schemes: string, right: readonly string[], wrong: readonly string[]): MemberCases {
  const rule = `must be ${schemes} URL without user name and password, or an empty string`
  const malformed = [
    'a.test',
    '/path',
    'https://',
    'ftp://a.test/',
    'file:///etc/passwd',
    'javascript:1',
    ' ',
  ]
  return [
    ...refused('must be a string', [5, true, [], {}]),
    ...refused(rule, [
      ...malformed,
      'https://u:p@a.test/',
      'https://u@a.test/',
      'https://:p@a.test/',
      ...wrong,
    ]),
    ...taken([MISSING, null, '', 'https://a.test/x?y=z', ...right]),
  ]
}
const webhook = url('an http or https', ['http://127.0.0.1:3000/'], ['ws://a.test/'])
const webhooks = { auth_webhook_url: webhook, event_webhook_url: webhook }
const encrypt_key_uri = url('an https', [], ['http://a.test/'])
const environment: MemberCases = [
  ...refused('must be 0 (normal) or 1 (verification)', ['0', '1', 2, -1, 0.5, true, [], {}]),
  ...taken([MISSING, null, 0, 1]),
]
const NOT_EMPTY = 'must be a non-empty array of renditions'
/** What renditions may hold is tested with the creation of channels. */
const hls: MemberCases = [
  { value: MISSING, rule: `is required: ${NOT_EMPTY}` },
  ...refused(NOT_EMPTY, [null, {}, 5, 'x', true, []]),
  ...refused('must have at most 16 renditions', [Array.from({ length: 17 }, () => createRequest().hls[0])]),
]
const object: MemberCases = [
  { value: MISSING, rule: 'is required: must be an object' },
  ...refused('must be an object', [null, [], 5, 'x', true]),
  ...taken([{}, { a: [null, { b: 1 }] }]),
]
const json: MemberCases = [
  { value: MISSING, rule: 'is required: must be a JSON value' },
  ...taken([null, 0, '', false, [], {}, { a: 1 }]),
]
const role: MemberCases = [
  { value: MISSING, rule: 'is required: must be one of sendrecv, sendonly, recvonly' },
  ...oneOf(['sendrecv', 'sendonly', 'recvonly']),
]
const rid: MemberCases = [
  { value: MISSING, rule: 'is required: must be one of r0, r1, r2' },
  ...oneOf(['r0', 'r1', 'r2']),
]
/** Chosen by clients: of the right form is not yet known. */
const client_id = text(1, 255).filter(({ rule }) => rule !== null)
const key = [...text(1, 255), ...refused('must not be __proto__', ['__proto__'])]
const some = id(KNOWN)
const push = optional(flag())
const reason = optional(object)

/** Neither a text nor null, or longer than that. */
const tooLong = (max: number) =>
  text(0, max, `must have at most ${max} characters`).filter(
    ({ value, rule }) => rule !== null && value !== MISSING && value !== null,
  )

/** A member that goes with one kind of store. */
function ofStore(kind: string, max = 1024): MemberCases {
  return [...refused(`is required for ${kind}://`, [MISSING, null, '']), ...tooLong(max), ...taken([KNOWN])]
}
const bucket_uri = [
  ...text(1, 1024).filter(({ rule }) => rule !== null),
  ...refused(
    'must be s3://<bucket>/<path>/, gs://<bucket>/<path>, azblob://<container>/<path> or file:///<path>',
    ['recordings', 'https://recordings', 'S3://recordings'],
  ),
  ...taken([KNOWN]),
]

const own: Row[] = [
  {
    target: CREATE,
    right: () => createRequest(),
    members: { hls, encrypt_key_uri, ...webhooks },
  },
  {
    target: CREATE_HLS,
    right: () => createRequest(),
    members: { hls, encrypt_key_uri, ...webhooks, environment },
  },
  { target: CREATE_WEBRTC, right: () => ({}), members: { ...webhooks, environment } },
  { target: LIST_PLAYLISTS, right: ({ channel }) => channel, members: { channel_id: some } },
  {
    target: DELETE,
    right: async ({ makeChannel }) => ({ channel_id: await makeChannel() }),
    members: { channel_id: some },
  },
  { target: LIST_CHANNELS, right: () => ({}), members: {} },
  { target: GET_KEY, right: () => ({ kid: 'KID' }), members: { kid: some } },
  {
    target: CREATE_DESTINATION,
    right: () => S3,
    members: {
      bucket_uri,
      s3_end_point: [
        ...tooLong(1024),
        ...taken([
          MISSING,
          null,
          '',
          'http://127.0.0.1:9000',
          'store.example',
          'store.example:9000',
          '[::1]:9000',
        ]),
      ],
      s3_region: ofStore('s3'),
      s3_access_key_id: ofStore('s3'),
      s3_secret_access_key: ofStore('s3'),
    },
  },
  {
    target: CREATE_DESTINATION,
    right: () => GS,
    members: { bucket_uri, gs_credential_json: ofStore('gs', 65_536) },
  },
  {
    target: CREATE_DESTINATION,
    right: () => AZBLOB,
    members: { bucket_uri, blob_account: ofStore('azblob'), blob_key: ofStore('azblob') },
  },
  {
    target: DELETE_DESTINATION,
    right: ({ makeDestination }) => ({ archive_destination_id: makeDestination() }),
    members: { archive_destination_id: some },
  },
  { target: LIST_DESTINATIONS, right: () => ({}), members: {} },
]

const forwarded = (target: string, more: Body, members: Row['members']): Row => ({
  target,
  right: ({ channel }) => ({ ...channel, ...more }),
  members: { channel_id: some, ...members },
})
const connection = { connection_id: 'A' }
const client = { client_id: 'studio' }
const stream = { recv_connection_id: 'B', send_connection_id: 'A' }
const data = { data: {} }
const onConnection = { connection_id: some }
const onStream = { recv_connection_id: some, send_connection_id: some }
const onLayer = { recv_connection_id: some, send_connection_id: optional(some) }

const FORWARDED: Row[] = [
  forwarded('Sfu_20151104.DisconnectChannel', {}, { reason }),
  forwarded('Sfu_20151104.DisconnectClient', client, { client_id, reason }),
  forwarded('Sfu_20151104.DisconnectConnection', connection, { ...onConnection, reason }),
  forwarded('Sfu_20201120.DisconnectChannelByRole', { role: 'sendonly' }, { role, reason }),
  forwarded('Sfu_20201013.ListChannelConnections', {}, { local: optional(flag()) }),
  forwarded('Sfu_20201005.RequestRtpStream', { ...stream, rid: 'r0' }, { ...onLayer, rid }),
  forwarded('Sfu_20201005.ResetRtpStream', stream, onLayer),
  forwarded('Sfu_20200807.FocusSpotlightFixed', connection, onConnection),
  forwarded('Sfu_20200807.FocusSpotlight', connection, onConnection),
  forwarded('Sfu_20200807.UnfocusSpotlight', connection, onConnection),
  forwarded(
    'Sfu_20200807.ChangeSpotlightNumber',
    { spotlight_number: 1 },
    { spotlight_number: anyInteger(1, 8) },
  ),
  forwarded('Sfu_20160711.PushChannel', data, { data: object }),
  forwarded('Sfu_20160711.PushClient', { ...client, ...data }, { client_id, data: object }),
  forwarded('Sfu_20160711.PushConnection', { ...connection, ...data }, { ...onConnection, data: object }),
  forwarded('Sfu_20201120.PushChannelByRole', { role: 'recvonly', ...data }, { role, data: object }),
  forwarded('Sfu_20170529.GetStatsClient', client, { client_id }),
  forwarded('Sfu_20170529.GetStatsConnection', connection, onConnection),
  forwarded(
    'Sfu_20190327.ChangeUpstreamVideoBitRate',
    { ...connection, bit_rate: 1 },
    { ...onConnection, bit_rate: anyInteger(1, 30_000) },
  ),
  forwarded('Sfu_20201124.ListSignalingNotifyMetadata', {}, {}),
  forwarded('Sfu_20201124.GetSignalingNotifyMetadata', connection, onConnection),
  forwarded(
    'Sfu_20201124.PutSignalingNotifyMetadata',
    { ...connection, metadata: {} },
    { ...onConnection, metadata: json, push },
  ),
  forwarded('Sfu_20201124.DeleteSignalingNotifyMetadata', connection, { ...onConnection, push }),
  forwarded(
    'Sfu_20201124.PutSignalingNotifyMetadataItem',
    { ...connection, key: 'k', value: 1 },
    { ...onConnection, key, value: json, push },
  ),
  forwarded(
    'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
    { ...connection, key: 'k' },
    { ...onConnection, key, push },
  ),
  forwarded('Sfu_20200401.PauseRtpStream', stream, onStream),
  forwarded('Sfu_20200401.ResumeRtpStream', stream, onStream),
  forwarded('Sfu_20200401.ListPauseRtpStreams', {}, { recv_connection_id: optional(some) }),
]

/** Every operation; one that takes requests of several kinds has a row for each. */
export const ROWS = [...own, ...FORWARDED]
