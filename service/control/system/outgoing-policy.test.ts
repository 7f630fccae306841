import { describe, expect, test } from 'vitest'
import type { SystemId } from '../../contract/ids.ts'
import type { OutgoingReach } from '../../contract/outgoing.ts'
import { wordsOf } from '../../contract/refusal/rules.ts'
import { OutgoingPolicy } from './outgoing-policy.ts'
import type { System } from './system.ts'

const FIRST = 'FIRST' as SystemId
const OTHER = 'OTHER' as SystemId

function policy(reach: OutgoingReach = 'public'): OutgoingPolicy {
  const first = { id: FIRST } as System
  const made = new OutgoingPolicy({ first: () => first, outgoingReach: () => reach })
  made.listening(() => ({ ports: [8080, 1935], console: 8080 }))
  return made
}

const told = (systemId: SystemId, url: string, reach?: OutgoingReach) =>
  policy(reach)
    .problems(systemId, { event_webhook_url: url })
    .map((problem) => `${problem.path} ${wordsOf(problem)}`)

describe('where requests of a system may go', () => {
  test.each([
    ['http://127.0.0.1:3000/', null],
    ['http://192.168.0.7/hook', null],
    ['https://api.example/', null],
    ['', null],
    ['http://169.254.169.254/latest', 'link-local, metadata, multicast or unspecified address'],
    ['http://[::ffff:169.254.169.254]/', 'link-local, metadata, multicast or unspecified address'],
    ['http://0/', 'link-local, metadata, multicast or unspecified address'],
    ['http://127.0.0.1:8080/console/api/system', 'an address and port at which this service listens itself'],
    ['http://[::1]:1935/', 'an address and port at which this service listens itself'],
    ['http://127.0.0.1:1935/hooks/app', 'an address and port at which this service listens itself'],
    ['http://127.0.0.1:8080/hooks/app', null],
    [
      'http://127.0.0.1:8080/hooks/../console/api',
      'an address and port at which this service listens itself',
    ],
    [
      'http://127.0.0.1:8080/hooks/app/%2e%2e/%2e%2e/x',
      'an address and port at which this service listens itself',
    ],
  ])('of the first: %s', (url, refused) => {
    expect(told(FIRST, url)).toEqual(
      refused === null ? [] : [`event_webhook_url must not name ${withA(refused)}`],
    )
  })

  test.each([
    [
      'public',
      'http://127.0.0.1:3000/',
      'must not name an address of this computer, which this system may not reach',
    ],
    [
      'public',
      'http://10.0.0.9/',
      'must not name an address of a private network, which this system may not reach',
    ],
    ['network', 'http://10.0.0.9/', null],
    [
      'network',
      'http://[::1]/',
      'must not name an address of this computer, which this system may not reach',
    ],
    ['computer', 'http://127.0.0.1:3000/', null],
    ['public', 'http://127.0.0.1:8080/hooks/app', null],
  ] as [OutgoingReach, string, string | null][])('of another that reaches %s: %s', (reach, url, refused) => {
    expect(told(OTHER, url, reach)).toEqual(refused === null ? [] : [`event_webhook_url ${refused}`])
  })
})

const withA = (what: string) => (what.startsWith('link') ? `a ${what}` : what)
