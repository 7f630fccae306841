import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { closeText, refusalFix } from './close.ts'

const keys = ((key: string, values?: { codec?: string }) =>
  [key, values?.codec].join(' ').trim()) as unknown as TFunction
const denied = { reason: 'denied', said: null, failure: null, unsupported: null, at: 1 } as const
const codec = (kind: 'video' | 'audio', name: string) =>
  ({ ...denied, reason: 'unsupported-codec', unsupported: { kind, codec: name } }) as const

test.each([
  ['a webhook that says why', { ...denied, said: 'expired pass' }, 'expired pass', 'close.fix.denied'],
  ['a webhook that says no more', denied, 'close.denied', 'close.fix.denied'],
  ['no answer', { ...denied, failure: 'timeout' } as const, 'close.webhook.timeout', 'close.fix.noAnswer'],
  ['a video codec', codec('video', 'HEVC'), 'close.codec.video HEVC', 'close.fix.video'],
  ['an audio codec', codec('audio', 'MP3'), 'close.codec.audio MP3', 'close.fix.audio'],
  [
    'a codec that is not known any more',
    { ...denied, reason: 'unsupported-codec' } as const,
    'close.unsupported-codec',
    'close.fix.other',
  ],
  ['a fault', { ...denied, reason: 'service-failed' } as const, 'close.service-failed', 'close.fix.other'],
])('a refusal by %s has its reason, and what to do', (_name, close, text, fix) => {
  expect([closeText(keys, close), refusalFix(keys, close)]).toEqual([text, fix])
})
