import { describe, expect, test } from 'vitest'
import { releaseOptions } from './options.mjs'

const FEED = { AIRDESK_UPDATE_URL: 'https://updates.example/airdesk' }
const MAC = { CSC_LINK: 'a', CSC_KEY_PASSWORD: 'b' }
const APPLE = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' }
const publishes = ({ args }) => args.some((arg) => arg.startsWith('-c.publish'))

test('with nothing set nothing is signed, published or renamed', () => {
  expect(releaseOptions({}, 'linux')).toEqual({
    ...{ args: [], env: {}, says: ['Built without updates: AIRDESK_UPDATE_URL is not set.'] },
  })
})

test('what is empty, as a secret that does not exist, is as if it were not set', () => {
  const empty = { CSC_LINK: '', CSC_KEY_PASSWORD: '', AIRDESK_UPDATE_URL: '', PATH: '/bin' }
  expect(releaseOptions(empty, 'darwin').env).toEqual({ PATH: '/bin' })
})

test('the address of updates, the homepage and the maintainer are handed on', () => {
  const more = {
    AIRDESK_HOMEPAGE: 'https://airdesk.example/',
    AIRDESK_MAINTAINER: 'Aiko Tanaka <aiko@studio.example>',
  }
  expect(releaseOptions({ ...FEED, ...more }, 'linux').args).toEqual([
    '-c.publish.provider=generic',
    '-c.publish.url=https://updates.example/airdesk',
    '-c.extraMetadata.homepage=https://airdesk.example/',
    '-c.linux.maintainer=Aiko Tanaka <aiko@studio.example>',
  ])
})

test.each([
  ['darwin', {}, /^Not signed: CSC_LINK and CSC_KEY_PASSWORD are not set\.$/],
  ['darwin', MAC, /^Signed, not notarised: APPLE_API_KEY, /],
  ['darwin', { ...MAC, ...APPLE }, /^Signed and notarised\.$/],
  ['win32', {}, /^Not signed: WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD are not set\.$/],
  ['win32', { WIN_CSC_LINK: 'a', WIN_CSC_KEY_PASSWORD: 'b' }, /^Signed\.$/],
])('%s says what is signed', (platform, env, words) => {
  expect(releaseOptions(env, platform).says[0]).toMatch(words)
})

describe('macOS', () => {
  test('without a certificate there are no updates, which it would refuse', () => {
    expect(publishes(releaseOptions(FEED, 'darwin'))).toBe(false)
    expect(publishes(releaseOptions({ ...FEED, ...MAC }, 'darwin'))).toBe(true)
  })
})

test.each([
  [{ CSC_LINK: 'a' }, 'darwin', /^CSC_KEY_PASSWORD must be set too/],
  [{ ...MAC, APPLE_API_KEY: 'a' }, 'darwin', /^APPLE_API_KEY_ID and APPLE_API_ISSUER must be set too/],
  [
    { AIRDESK_UPDATE_URL: 'http://updates.example/' },
    'linux',
    /^AIRDESK_UPDATE_URL must be an https address/,
  ],
  [{ AIRDESK_HOMEPAGE: 'airdesk' }, 'linux', /^AIRDESK_HOMEPAGE must be an https address/],
  [{ AIRDESK_MAINTAINER: 'Aiko' }, 'linux', /^AIRDESK_MAINTAINER must be a name and an e-mail address/],
])('%j on %s is refused in words', (env, platform, words) => {
  expect(() => releaseOptions(env, platform)).toThrow(words)
})
