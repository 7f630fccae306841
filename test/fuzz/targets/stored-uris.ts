import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { createRtmpChannelRequest } from '../../../service/contract/live-api.ts'
import { Refusal } from '../../../service/contract/refusal/refusal.ts'
import { archiveDestination } from '../../../service/control/archive/destination-rules.ts'
import type { RecordingFolders } from '../../../service/control/archive/recording-folders.ts'
import { openTestDatabase } from '../../support/database.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { testRecordingFolders } from '../../support/recording-folders.ts'
import { hostilePath } from '../inputs/hostile-names.ts'
import { propertyTarget } from '../property-target.ts'

const SCHEMES = [
  'file:///',
  'file://',
  'file:',
  's3://',
  'gs://',
  'azblob://',
  'FILE:///',
  'https://',
  'javascript:',
  '',
]
/** Where a path begins: allowed, closed, or led elsewhere by a link. */
const PLACES = [
  'srv',
  'srv/link',
  'srv/own',
  'data',
  'data/archive',
  'data/spool',
  'data/..',
  'elsewhere',
  '',
]

const inputs = fc.record({
  scheme: fc.constantFrom(...SCHEMES),
  place: fc.option(fc.constantFrom(...PLACES), { freq: 3 }),
  rest: hostilePath,
  end: fc.constantFrom('', '', '/', '?x', '#x', '@host/', ':80'),
})
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

/** What a request has beside the address. */
const MEMBERS: Readonly<Record<string, object>> = {
  's3://': { s3_region: 'eu', s3_access_key_id: 'id', s3_secret_access_key: 'secret' },
  'azblob://': { blob_account: 'airdesk', blob_key: 'eA==' },
}

interface Scene {
  readonly home: string
  readonly folders: RecordingFolders
}

/** Addresses that rows and requests may have: of destinations, and of what channels call. */
export const target = propertyTarget<Input>({
  name: 'stored-uris',
  cases: 2000,
  reaches: { refused: 500, 'a folder': 5, 'a place': 20 },
  inputs,
  start: () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'airdesk-fuzz-')))
    for (const name of ['srv', 'data/archive', 'data/spool', 'elsewhere'])
      mkdirSync(join(home, name), { recursive: true })
    symlinkSync(join(home, 'elsewhere'), join(home, 'srv', 'link'))
    symlinkSync(join(home, 'data', 'spool'), join(home, 'srv', 'own'))
    const database = openTestDatabase()
    const folders = testRecordingFolders(database, new ManualClock(), join(home, 'data'), [join(home, 'srv')])
    return {
      take: (input) => take({ home, folders }, input),
      stop() {
        database.close()
        rmSync(home, { recursive: true })
      },
    }
  },
})

function take({ home, folders }: Scene, { scheme, place, rest, end }: Input): string {
  const below = place === null ? '' : `${pathToFileURL(join(home, place)).href.slice('file:///'.length)}/`
  const uri = `${scheme}${below}${rest}${end}`
  callable(uri)
  try {
    const destination = folders.admit(archiveDestination({ bucket_uri: uri, ...MEMBERS[scheme] }, 'computer'))
    if (destination.kind !== 'file') {
      if (`/${destination.path}/`.includes('/../')) throw new Error(`the path is ${destination.path}`)
      return 'a place'
    }
    const real = realOf(destination.folder)
    const inside = [join(home, 'srv'), join(home, 'data', 'archive')]
    if (!inside.some((folder) => `${real}${sep}`.startsWith(`${folder}${sep}`)))
      throw new Error(`${real} is outside`)
    return 'a folder'
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    throw error
  }
}

/** @throws where a channel would call what nobody may be called at */
function callable(uri: string): void {
  const { data } = createRtmpChannelRequest.shape.event_webhook_url.safeParse(uri)
  if (data === undefined || data === '') return
  const { protocol, username, password } = new URL(data)
  if (
    !['http:', 'https:'].includes(protocol) ||
    username !== '' ||
    password !== '' ||
    [...data].length > 2048
  )
    throw new Error(`${data} would be called`)
}

/** Of the first folder above that is there, with what is to be made below. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return join(realOf(dirname(path)), path.slice(dirname(path).length))
  }
}
