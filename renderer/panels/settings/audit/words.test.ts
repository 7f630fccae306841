import { beforeAll, describe, expect, it } from 'vitest'
import i18next from 'i18next'
import type { TFunction } from 'i18next'
import { VERBS } from '../../../../service/contract/audit.ts'
import { AUDIT_TOPICS } from '../../../../service/contract/console/words.ts'
import type { AuditEntry } from '../../../../service/contract/console/audit.ts'
import { en } from '../../../i18n/en.ts'
import { ja } from '../../../i18n/ja.ts'
import { aboutText, browserOf, whatText, whoText } from './words.ts'
import { withMoment } from './period.ts'
import { filterOf, readAudit } from './search.ts'

let t: TFunction
let jaT: TFunction
beforeAll(async () => {
  const i18n = i18next.createInstance()
  await i18n.init({ lng: 'en', resources: { en: { translation: en }, ja: { translation: ja } } })
  t = i18n.getFixedT('en')
  jaT = i18n.getFixedT('ja')
})

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  ...{ id: 1, at: 0, until: 0, count: 1, actor: { kind: 'user', id: '1', name: 'Ann' } },
  ...{ verb: 'channel.deleted', refused: null, via: 'live', remoteAddress: '192.0.2.1' },
  ...{ objects: [], objectCount: 0, details: {} },
  ...more,
})
const user = (name: string) => [{ kind: 'user' as const, id: null, name }]

describe('an entry as a sentence', () => {
  it('is there for every verb in both languages, done and refused', () => {
    for (const verb of VERBS) {
      for (const words of [t, jaT]) {
        const texts = [entry({ verb }), entry({ verb, refused: 'FORBIDDEN' })].map((one) =>
          whatText(words, one),
        )
        for (const text of texts) expect(text).not.toContain('audit.')
      }
    }
    for (const topic of AUDIT_TOPICS) expect(t(`audit.topic.${topic}`)).not.toContain('audit.')
  })

  it('counts what was joined', () => {
    const objects = [{ kind: 'channel' as const, id: 'F1Z31A', name: 'Gate' }]
    const twelve = entry({ count: 12, objects, objectCount: 12 })
    expect(whatText(t, twelve)).toBe('Deleted 12 channels')
    expect(aboutText(t, twelve)).toBe('Gate and 11 more')
    expect(whatText(jaT, twelve)).toBe('チャンネル 12 件の削除')
  })

  it('says why something was refused, and how often', () => {
    const tried = entry({ verb: 'user.deleted', refused: 'PERMISSION_NEEDED', objects: user('Yui Sato') })
    expect([whatText(t, tried), aboutText(t, tried)]).toEqual([
      'Tried to delete a user',
      'Yui Sato, no permission',
    ])
    const failed = entry({
      ...{ verb: 'session.opened', refused: 'LOGIN_FAILED', count: 4, objects: user('m.weber@a.example') },
      ...{ objectCount: 1, actor: { kind: 'anonymous', id: null, name: null } },
    })
    expect([whoText(t, failed.actor), whatText(t, failed)]).toEqual(['Not signed in', 'Sign-in failed'])
    expect(aboutText(t, failed)).toBe('m.weber@a.example, 192.0.2.1, wrong password or access code, 4 times')
  })

  it('names the secret, permissions and the browser', () => {
    const details = { secret: 'ingest-key' } as const
    const shown = entry({ verb: 'secret.shown', details, objects: user('Field camera 2'), objectCount: 1 })
    expect(aboutText(t, shown)).toBe('Ingest key of Field camera 2')
    expect(aboutText(jaT, shown)).toBe('Field camera 2 の配信キー')
    const given = entry({ verb: 'user.permitted', details: { given: ['delivery'], taken: ['view'] } })
    expect(aboutText(t, given)).toBe('given: Delivery, taken: View')
    expect(browserOf('Mozilla/5.0 (X11) Gecko/20100101 Firefox/145.0')).toBe('Firefox 145')
    expect(browserOf('Mozilla/5.0 Chrome/141.0 Safari/537.36 Edg/141.0')).toBe('Chrome 141')
    expect(browserOf('curl/8.5.0')).toBe('curl/8.5.0')
  })
})

describe('the filter', () => {
  it('is read from the address; what is unknown is left out', () => {
    const address = { topic: 'users', period: 'today', refused: true, actor: 'user:1', q: 7, other: 1 }
    const search = readAudit({ ...address, entry: '9' })
    expect(search).toEqual({
      topic: 'users',
      period: 'today',
      refused: 'true',
      actor: 'user:1',
      q: '7',
      entry: '9',
    })
    const { period: _, ...filter } = filterOf(search)
    expect(filter).toEqual({ topic: 'users', refused: 'true', actor: 'user:1', search: '7' })
    expect(readAudit({ topic: 'x', period: 'y', refused: 'no', q: '' })).toEqual({})
  })

  it('begins today at midnight on the clocks of the system', () => {
    const now = Date.parse('2026-11-18T13:42:00+09:00')
    const { from } = withMoment({ period: 'today' }, now, 'Asia/Tokyo')
    expect(from).toBe(Date.parse('2026-11-18T00:00:00+09:00'))
    expect(withMoment({ period: 'week' }, now, 'Asia/Tokyo').from).toBe(now - 7 * 86_400_000)
    expect(withMoment({ topic: 'data' }, now, 'Asia/Tokyo')).toEqual({ topic: 'data' })
  })
})
