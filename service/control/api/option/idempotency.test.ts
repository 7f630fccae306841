import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { scheduleRequest, startTestOptionApi, userRequest } from '../../../../test/support/option-api.ts'
import { NOTHING } from '../../../../test/support/option-domain.ts'
import type { TestOptionApi } from '../../../../test/support/option-api.ts'

const DAY = 24 * 60 * 60 * 1000

let api: TestOptionApi
beforeEach(async () => {
  api = await startTestOptionApi()
})
afterEach(() => api.close())

const post = (path: string, json: unknown, key: string, token?: string) =>
  api.call('POST', path, {
    json,
    headers: { 'idempotency-key': key },
    ...(token === undefined ? {} : { token }),
  })
const scheduleCount = () => api.schedules.list(api.first.system.id).length
const userCount = () => api.identity.users.list(api.first.system.id).length

describe('Idempotency-Key', () => {
  it('gives the first answer again, whatever the order of members', async () => {
    const first = await post('/api/schedule', scheduleRequest(), 'k')
    expect(first.status).toBe(200)
    const turned = Object.fromEntries(Object.entries(scheduleRequest()).reverse())
    const again = await post('/api/schedule', turned, 'k')
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(scheduleCount()).toBe(1)
  })

  it('is told in the audit log once, by what was made', async () => {
    for (let i = 0; i < 3; i++) await post('/api/schedule', scheduleRequest(), 'k')
    const scope = { systemId: api.first.system.id, installation: false }
    const { entries } = await api.auditReader.list(scope, { limit: 200 })
    expect(entries.map(({ verb, count }) => [verb, count])).toContainEqual(['schedule.created', 1])
  })

  it('gives it for 24 hours', async () => {
    const request = userRequest()
    const first = await post('/api/user', request, 'k')
    api.clock.advance(DAY - 1)
    expect((await post('/api/user', request, 'k', api.signIn(api.first.master))).text).toBe(first.text)
    api.clock.advance(1)
    const later = await post('/api/user', request, 'k', api.signIn(api.first.master))
    expect(later.error?.code).toBe('EMAIL_TAKEN')
  })

  it('makes one thing of requests at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/api/user', userRequest(), 'k')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(userCount()).toBe(2)
  })

  it('hashes no password for what is answered from memory', async () => {
    const hash = vi.spyOn(api.identity.hasher, 'hash')
    await post('/api/user', userRequest(), 'k')
    expect(hash).toHaveBeenCalledTimes(1)
    await post('/api/user', userRequest(), 'k')
    await post('/api/user', userRequest({ name: 'other' }), 'k')
    expect(hash).toHaveBeenCalledTimes(1)
  })

  it('refuses another request under the same key', async () => {
    await post('/api/schedule', scheduleRequest(), 'k')
    for (const [path, json] of [
      ['/api/schedule', scheduleRequest({ name: 'Other' })],
      ['/api/user', userRequest()],
    ] as const) {
      const { status, error } = await post(path, json, 'k')
      expect([status, error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
    }
    expect([scheduleCount(), userCount()]).toEqual([1, 1])
  })

  it('belongs to the user who sent it', async () => {
    const token = api.tokenOf({ view: true })
    const { body } = await post('/api/schedule', scheduleRequest(), 'k')
    const { schedule_id } = body as { schedule_id: string }
    const json = { schedule_id, body: 'hello' }
    await post('/api/chat', json, 'mine')
    await post('/api/chat', json, 'mine')
    await post('/api/chat', json, 'mine', token)
    const { body: listed } = await api.call('GET', '/api/chat', { query: { schedule_id } })
    expect((listed as { messages: unknown[] }).messages).toHaveLength(2)
  })

  it('does not remember a refusal', async () => {
    const taken = await post('/api/schedule', scheduleRequest(), 'first')
    expect((await post('/api/schedule', scheduleRequest(), 'k')).error?.code).toBe('SCHEDULE_OVERLAP')
    await api.call('DELETE', '/api/schedule', { json: taken.body })
    expect((await post('/api/schedule', scheduleRequest(), 'k')).status).toBe(200)
  })

  it('is of use to a caller with the permission only', async () => {
    const user = api.addUser(api.first.system, { permissions: { ...NOTHING, schedule: true } })
    const token = api.signIn(user)
    await post('/api/schedule', scheduleRequest(), 'k', token)
    await api.call('PATCH', '/api/user', { json: { user_id: user.id, schedule: false } })
    expect((await post('/api/schedule', scheduleRequest(), 'k', token)).error?.code).toBe('FORBIDDEN')
  })

  it.each(['', 'x'.repeat(256)])('must have 1 to 255 characters', async (key) => {
    const details = [{ member: 'Idempotency-Key', rule: 'must have 1 to 255 characters' }]
    expect((await post('/api/schedule', scheduleRequest(), key)).error).toMatchObject({
      code: 'BAD_REQUEST',
      details,
    })
    expect(scheduleCount()).toBe(0)
  })

  it('means nothing to what creates nothing', async () => {
    const headers = { 'idempotency-key': '' }
    expect((await api.call('PATCH', '/api/password', { json: {}, headers })).status).toBe(200)
    expect((await api.call('GET', '/api/schedule', { headers })).status).toBe(200)
  })

  it('keeps no password that could be guessed from what is kept', async () => {
    await post('/api/user', userRequest(), 'k')
    const [row] = api.database.prepare('SELECT * FROM idempotency_keys').all() as Record<string, unknown>[]
    const plain = createHash('sha256').update(JSON.stringify(userRequest())).digest('hex')
    expect(JSON.stringify(row)).not.toContain('tiger42')
    expect(row?.['request_hash']).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.['request_hash']).not.toBe(plain)
    expect(row?.['owner']).toBe(`user:${api.first.master.id}`)
  })

  it('undoes the thing where its answer can not be remembered', async () => {
    api.database
      .prepare("CREATE TRIGGER full BEFORE INSERT ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'full'); END")
      .run()
    expect((await post('/api/user', userRequest(), 'k')).status).toBe(500)
    expect((await post('/api/schedule', scheduleRequest(), 'k')).status).toBe(500)
    expect([scheduleCount(), userCount(), api.channels.list(api.first.system.id).length]).toEqual([0, 1, 0])
  })
})
