import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { testRecordingFolders } from '../../../test/support/recording-folders.ts'
import { testIdentity } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import { ID_PATTERN } from '../../contract/ids.ts'
import type { AccessTokenId, ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import { createArchiveDestinationRequest, createRtmpChannelRequest } from '../../contract/live-api.ts'
import { secretMembers } from '../../contract/secret.ts'
import { createLogger } from '../../platform/logger.ts'
import { secretBox } from '../../platform/secrets/secret-box.ts'
import { Channels } from '../channel/channels.ts'
import { ensureFirstSystem } from '../identity/first-system.ts'
import { archiveDestinationRepository } from '../store/archive-destinations.ts'
import { channelRepository } from '../store/channels.ts'
import type { Database } from '../store/database.ts'
import { ArchiveDestinations } from './destinations.ts'
import { openSaved } from './open-destination.ts'
import { outgoingTo } from '../../../test/support/outgoing.ts'

const OTHER = 'other' as SystemId
const KEY = randomBytes(32)
const S3 = {
  bucket_uri: 's3://recordings/shows/',
  s3_end_point: 'http://127.0.0.1:9000',
  s3_region: 'eu-central-1',
  s3_access_key_id: 'AKIAEXAMPLE',
  s3_secret_access_key: 'TOP-SECRET-OF-S3',
}
const GS = {
  bucket_uri: 'gs://recordings',
  gs_credential_json: JSON.stringify({
    type: 'service_account',
    client_email: 'archiver@example.test',
    private_key: 'TOP-SECRET-OF-GS',
    token_uri: 'https://oauth2.example.test/token',
  }),
}
const AZBLOB = {
  bucket_uri: 'azblob://recordings',
  blob_account: 'airdesk',
  blob_key: Buffer.from('TOP-SECRET-OF-AZ').toString('base64'),
}
const FOLDER = { bucket_uri: process.platform === 'win32' ? 'file:///C:/archive' : 'file:///srv/archive' }
const SECRETS = [S3.s3_secret_access_key, 'TOP-SECRET-OF-GS', AZBLOB.blob_key, 'TOP-SECRET-OF-AZ']

let folder: string
let clock: ManualClock
let database: Database
let systemId: SystemId
let tokenId: AccessTokenId
let archive: ArchiveDestinations

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-archive-'))
  clock = new ManualClock()
  database = openTestDatabase(join(folder, 'airdesk.db'))
  const first = await ensureFirstSystem(testIdentity(clock, database), clock, {})
  systemId = first.system.id
  tokenId = first.consoleTokenId
  archive = destinations()
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const destinations = (key: Uint8Array | null = KEY, given?: readonly string[]) =>
  new ArchiveDestinations({
    clock,
    transactions: database,
    destinations: archiveDestinationRepository(database),
    box: secretBox(key),
    folders: testRecordingFolders(database, clock, join(folder, 'data'), given),
    outgoing: outgoingTo('computer'),
  })
const create = (request: object, at = archive) =>
  at.create(systemId, createArchiveDestinationRequest.parse(request))
const refusal = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.message]
    throw error
  }
  return null
}
const codeOf = (run: () => unknown) => refusal(run)?.[0]

it('is made, listed without secrets, and opened with them', () => {
  const ids = [S3, GS, AZBLOB, FOLDER].map((request) => create(request))
  for (const id of ids) expect(id).toMatch(ID_PATTERN)
  expect(archive.list(systemId)).toEqual(
    [S3, GS, AZBLOB, FOLDER].map(({ bucket_uri }, i) => ({ id: ids[i], bucketUri: bucket_uri })),
  )
  const [s3, gs, azblob, file] = ids.map((id) => archive.open(systemId, id))
  expect(s3).toMatchObject({
    kind: 's3',
    endPoint: S3.s3_end_point,
    secretAccessKey: S3.s3_secret_access_key,
  })
  expect(gs).toMatchObject({ kind: 'gs', credential: { private_key: 'TOP-SECRET-OF-GS' } })
  expect(azblob).toMatchObject({ kind: 'azblob', account: 'airdesk', key: AZBLOB.blob_key })
  expect(file).toMatchObject({ kind: 'file' })
})

it('is in a folder that is made with it, and not when it is opened', () => {
  const share = join(folder, 'share')
  const parts = destinations(KEY, [share])
  const id = create({ bucket_uri: pathToFileURL(join(share, 'shows')).href }, parts)
  expect(readdirSync(folder)).toContain('share')
  rmSync(share, { recursive: true })
  expect(parts.open(systemId, id)).toMatchObject({ root: share, makesRoot: false })
  expect(readdirSync(folder)).not.toContain('share')
})

it('leaves no secret in the files of the database, in any form, and none after its deletion', () => {
  const bytes = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
  const id = create(S3)
  create(GS)
  create(AZBLOB)
  expect(bytes().includes('AKIAEXAMPLE')).toBe(true)
  for (const secret of SECRETS) {
    for (const form of [
      secret,
      Buffer.from(secret).toString('base64').slice(0, -4),
      Buffer.from(secret).toString('hex'),
    ]) {
      expect(bytes().includes(form), form).toBe(false)
    }
  }
  archive.delete(systemId, id)
  const sealed = database.prepare('SELECT sealed_secrets FROM archive_destinations WHERE id = ?').pluck()
  expect(sealed.get(id)).toBeNull()
})

it('keeps every member that is marked as secret away from those that lie open', () => {
  const all = { ...S3, ...GS, ...AZBLOB }
  for (const request of [S3, GS, AZBLOB]) create(request)
  const rows = database.prepare('SELECT settings FROM archive_destinations').pluck().all() as string[]
  const open = new Set(rows.flatMap((row) => Object.keys(JSON.parse(row) as object)))
  expect([...open].sort()).toEqual(['blob_account', 's3_access_key_id', 's3_end_point', 's3_region'])
  const secret = Object.keys(all).filter((member) => secretMembers().has(member))
  expect(secret.sort()).toEqual(['blob_key', 'gs_credential_json', 's3_secret_access_key'])
})

it('is not opened where its row leads to what the service keeps for itself, or where nobody allows it', () => {
  const id = create(FOLDER)
  const change = (path: string) =>
    database
      .prepare('UPDATE archive_destinations SET bucket_uri = ? WHERE id = ?')
      .run(pathToFileURL(path).href, id)
  change(join(folder, 'data', 'tls'))
  expect(refusal(() => archive.open(systemId, id))).toEqual([
    'BAD_REQUEST',
    expect.stringContaining('must not name a folder of the service itself'),
  ])
  change('/etc')
  const nothing = new ArchiveDestinations({
    ...{ clock, transactions: database, destinations: archiveDestinationRepository(database) },
    ...{ box: secretBox(KEY), folders: testRecordingFolders(database, clock, join(folder, 'data'), []) },
    outgoing: outgoingTo('computer'),
  })
  expect(openSaved(nothing, systemId, id)).toMatchObject({ kind: 'forbidden', code: 'OUTSIDE_FOLDERS' })
})

it('opens where it was sealed only: not from another row', () => {
  const [a, b] = [create(S3), create({ ...S3, s3_secret_access_key: 'another' })]
  database
    .prepare(
      'UPDATE archive_destinations SET sealed_secrets = (SELECT sealed_secrets FROM archive_destinations WHERE id = ?) WHERE id = ?',
    )
    .run(a, b)
  expect(archive.open(systemId, a)).toMatchObject({ secretAccessKey: S3.s3_secret_access_key })
  expect(() => archive.open(systemId, b)).toThrow()
})

it('refuses what breaks the rules, and makes nothing', () => {
  expect(codeOf(() => create({ ...S3, s3_region: undefined }))).toBe('BAD_REQUEST')
  expect(archive.list(systemId)).toEqual([])
})

it('needs the key for what has secrets, and only for that', () => {
  const id = create(S3)
  const locked = destinations(null)
  expect(codeOf(() => create(S3, locked))).toBe('ARCHIVE_SECRETS_LOCKED')
  expect(codeOf(() => locked.open(systemId, id))).toBe('ARCHIVE_SECRETS_LOCKED')
  const local = create(FOLDER, locked)
  expect(locked.open(systemId, local)).toMatchObject({ kind: 'file' })
  expect(locked.list(systemId).map((one) => one.id)).toEqual([id, local])
  locked.delete(systemId, id)
})

it('is seen by its own system only, and by nobody once deleted', () => {
  const [kept, gone] = [create(S3), create(GS)]
  archive.delete(systemId, gone)
  for (const [system, id] of [
    [OTHER, kept],
    [systemId, gone],
    [systemId, ''],
    [systemId, '__proto__'],
    [systemId, kept.toLowerCase()],
    [systemId, `${kept}' OR 1=1 --`],
  ] as const) {
    expect(archive.has(system, id as ArchiveDestinationId)).toBe(false)
    expect(codeOf(() => archive.open(system, id))).toBe('DESTINATION_NOT_FOUND')
    expect(codeOf(() => archive.delete(system, id))).toBe('DESTINATION_NOT_FOUND')
  }
  expect(archive.has(systemId, kept)).toBe(true)
  expect(archive.list(systemId).map(({ id }) => id)).toEqual([kept])
  expect(archive.list(OTHER)).toEqual([])
})

it('is kept while channels archive to it, counted', async () => {
  const [used, free] = [create(S3), create(S3)]
  const channels = new Channels({
    clock,
    logger: createLogger('silent'),
    transactions: database,
    channels: channelRepository(database),
    broadcasts: { closeChannel: () => Promise.resolve() },
    archiveDestinations: archive,
    outgoing: outgoingTo('computer'),
  })
  const rendition = { durationSeconds: 2, startTimeOffset: -2, audio: {} }
  const archived = { ...rendition, archive: { archive_destination_id: used } }
  const settings = createRtmpChannelRequest.parse({ hls: [rendition, archived, archived] })
  const maker = { systemId, tokenId }
  const rtmp = channels.create(maker, { kind: 'rtmp', settings })
  const ofSchedule = channels.create(
    { ...maker, forSchedule: true },
    { kind: 'webrtc-hls', settings: { ...settings, environment: 0 } },
  )
  channels.create(maker, { kind: 'rtmp', settings: { ...settings, hls: [rendition] } as typeof settings })
  channels.create(maker, {
    kind: 'webrtc',
    settings: { auth_webhook_url: '', event_webhook_url: '', environment: 0 },
  })
  expect(refusal(() => archive.delete(systemId, used))).toEqual([
    'DESTINATION_IN_USE',
    '2 channels that are not deleted archive to this destination.',
  ])
  await channels.delete(systemId, rtmp.channelId)
  expect(refusal(() => archive.delete(systemId, used))?.[1]).toMatch(/^1 channel that is not deleted/)
  archive.delete(systemId, free)
  await channels.delete(systemId, ofSchedule.channelId)
  archive.delete(systemId, used)
  expect(archive.list(systemId)).toEqual([])
})
