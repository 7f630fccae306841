import { expect, it } from 'vitest'
import { Masks } from './masks.ts'

const masks = () =>
  new Masks({
    option_base_url: 'http://127.0.0.1:1',
    live_base_url: 'http://127.0.0.1:2',
    console_url: 'http://127.0.0.1:3',
    console_page_url: 'http://name.localhost:3',
    signaling_url: 'wss://127.0.0.1:4/signaling',
    media_base_url: 'https://127.0.0.1:5',
    rtmp_base_url: 'rtmp://127.0.0.1:6',
    email: 'master@example.test',
    password: 'known',
    access_code: 'code',
    access_token: 'token',
  })

it('one secret is the same everywhere, and what a caller chose has its length', () => {
  const some = masks()
  expect(some.known).toEqual({
    ...{ email: 'master@example.test', access_token: '***1', password: '***2', access_code: '***3' },
  })
  expect(some.authorization('Bearer token')).toBe('Bearer ***1')
  expect(some.body('{"password":"other"}', 'caller')).toEqual({ json: { password: '***4/5' } })
  expect(some.body('{"password":"other"}', 'service')).toEqual({ json: { password: '***4/5' } })
  expect(some.body('{"token":"made"}', 'service')).toEqual({ json: { token: '***5' } })
})

it('members that others named are secret where they are called like one', () => {
  const body = '{"metadata":{"api_key":"abc","name":"A"}}'
  expect(masks().body(body, 'caller')).toEqual({
    json: { metadata: { api_key: '***4/3', name: 'A' } },
  })
})

it('addresses of the service stand by their names, and values of a query are masked', () => {
  expect(masks().body('{"ingest_url":"rtmp://127.0.0.1:6/ID"}', 'service')).toEqual({
    json: { ingest_url: '{rtmp_base_url}/ID' },
  })
  expect(masks().url('http://hooks.example/a?key=abc')).toBe('http://hooks.example/a?key=***')
})

it('what is no JSON stays as it came, unless it may hold a secret', () => {
  expect(masks().body('{"hls":', 'caller')).toEqual({ text: '{"hls":' })
  expect(masks().body('{"hls":1,"hls":2}', 'caller')).toEqual({ text: '{"hls":1,"hls":2}' })
  expect(masks().body('{"password":"other",', 'caller')).toEqual({ withheld: true })
})
