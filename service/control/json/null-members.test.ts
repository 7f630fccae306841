import { expect, it } from 'vitest'
import { z } from 'zod'
import { createRtmpChannelRequest } from '../../contract/live-api.ts'
import { withoutNulls } from './null-members.ts'

const schema = z
  .object({
    needed: z.string(),
    optional: z.string().optional(),
    preset: z.number().default(1),
    nullable: z.null().optional(),
    inner: z.object({ optional: z.string().optional(), needed: z.string() }).optional(),
    list: z.array(z.object({ optional: z.boolean().optional() })).optional(),
    any: z.record(z.string(), z.json()).optional(),
    either: z.union([z.boolean(), z.object({ optional: z.string().optional() })]).default(true),
  })
  .refine(() => true)
  .transform((value) => value)

it('drops null where a member may be left out, at any depth', () => {
  const given = {
    ...{ optional: null, preset: null, list: [{ optional: null }, null, {}] },
    ...{ inner: { optional: null, needed: null }, any: null, either: { optional: null } },
  }
  const left = { list: [{}, null, {}], inner: { needed: null }, either: {} }
  expect(withoutNulls(schema, given)).toEqual(left)
  expect(withoutNulls(schema, { either: null })).toEqual({})
})

it('keeps null that is a value, of a needed member, of an unknown one, and within what is free', () => {
  const given = { needed: null, nullable: null, unknown: null, any: { a: null }, constructor: null }
  expect(withoutNulls(schema, given)).toEqual(given)
})

it.each([null, undefined, 'x', 5, [], [null]])('gives back %j, which is no object', (input) => {
  expect(withoutNulls(schema, input)).toEqual(input)
})

it('makes of a request with every member what it is without them', () => {
  const rendition = { durationSeconds: 2, startTimeOffset: -2, audio: {} }
  const filled = { ...rendition, video: null, audio: { bps: null }, archive: null }
  const urls = { encrypt_key_uri: null, auth_webhook_url: null, event_webhook_url: null }
  expect(
    createRtmpChannelRequest.parse(withoutNulls(createRtmpChannelRequest, { hls: [filled], ...urls })),
  ).toEqual(createRtmpChannelRequest.parse({ hls: [rendition] }))
})
