import { describe, expect, it } from 'vitest'
import { rtmpAuthResponse } from '../../contract/webhook-bodies.ts'
import { sfuAuthResponse } from '../../contract/sfu-webhooks.ts'
import { answerTo } from './scripted-answer.ts'

const ENCODER = { label: 'Service RTMP', role: 'rtmprelay' }
const CLIENT = { label: 'Service SFU', role: 'sendrecv' }
const said = (...args: Parameters<typeof answerTo>): unknown => JSON.parse(answerTo(...args).body)

describe('a scripted answer', () => {
  it('allows each kind of client in the words of its webhook', () => {
    const allow = { kind: 'allow' } as const
    expect(rtmpAuthResponse.parse(said(allow, ENCODER))).toEqual({ allow: true })
    expect(sfuAuthResponse.parse(said(allow, CLIENT))).toEqual({ allowed: true })
    expect(said(allow, undefined)).toEqual({ allow: true })
  })

  it('refuses each kind of client, with a reason where one is given', () => {
    const refuse = { kind: 'refuse', reason: 'expired pass' } as const
    expect(rtmpAuthResponse.parse(said(refuse, ENCODER))).toEqual({ allow: false, reason: 'expired pass' })
    expect(sfuAuthResponse.parse(said(refuse, CLIENT))).toEqual({ allowed: false, reason: 'expired pass' })
    expect(said({ kind: 'refuse', reason: '' }, ENCODER)).toEqual({ allow: false })
  })

  it.each([
    ['{"broken":', 'text/plain; charset=utf-8'],
    ['', 'text/plain; charset=utf-8'],
    ['{"ok":true}', 'application/json'],
    ['[]', 'application/json'],
  ])('of one’s own is sent as it is: %j as %s', (body, contentType) => {
    expect(answerTo({ kind: 'custom', status: 503, body }, ENCODER)).toEqual({
      status: 503,
      contentType,
      body,
    })
  })
})
