import type { AuditEntry } from '../../service/contract/console/audit.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { refusal } from '../../service/contract/refusal/refusal.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const AIKO = { kind: 'user', id: '1', name: 'Aiko Tanaka' } as const
const KENJI = { kind: 'user', id: '2', name: 'Kenji Mori' } as const
const WEBER = { kind: 'user', id: '3', name: 'M. Weber' } as const
const CI = { kind: 'token', id: 'T'.repeat(26), name: 'ci-runner' } as const
const NOBODY = { kind: 'anonymous', id: null, name: null } as const
const AIRDESK = { kind: 'service', id: null, name: null } as const

type Given = Pick<AuditEntry, 'actor' | 'verb'> & Partial<AuditEntry>
const named = (kind: AuditEntry['objects'][number]['kind'], name: string | null, id: string | null = null) =>
  [{ kind, id, name }] as const
const deleted = Array.from({ length: 12 }, (_, i) => ({
  ...{ kind: 'channel' as const, id: `F1Z31${String.fromCharCode(65 + i).repeat(21)}`, name: null },
}))

/** Minutes before now, and what was done. */
const DONE: readonly (readonly [number, Given])[] = [
  [
    1,
    { actor: AIKO, verb: 'webhook.redelivered', objects: named('webhook', 'connection.updated to billing') },
  ],
  [
    2,
    {
      ...{ actor: NOBODY, verb: 'encoder.admitted', refused: 'NOT_AUTHENTICATED', via: 'rtmp', count: 3 },
      objects: named('channel', 'Field camera 2'),
    },
  ],
  [
    4,
    {
      actor: AIKO,
      verb: 'secret.shown',
      objects: named('channel', 'Field camera 2'),
      details: { secret: 'ingest-key' },
    },
  ],
  [11, { actor: CI, verb: 'channel.deleted', via: 'option', count: 12, objects: deleted, objectCount: 12 }],
  [
    22,
    {
      actor: WEBER,
      verb: 'user.permitted',
      objects: named('user', 'Kenji Mori'),
      details: { given: ['delivery'] },
    },
  ],
  [
    30,
    {
      ...{ actor: NOBODY, verb: 'session.opened', refused: 'LOGIN_FAILED', count: 4 },
      ...{ objects: named('user', 'm.weber@studio.example'), remoteAddress: '192.168.1.80' },
    },
  ],
  [
    31,
    { actor: WEBER, verb: 'session.opened', details: { client: 'Mozilla/5.0 Gecko/20100101 Firefox/145.0' } },
  ],
  [44, { actor: AIRDESK, verb: 'certificate.reloaded', via: 'service', remoteAddress: null }],
  [62, { actor: KENJI, verb: 'broadcast.ended', objects: named('channel', 'Morning update') }],
  [
    71,
    { actor: KENJI, verb: 'user.deleted', refused: 'PERMISSION_NEEDED', objects: named('user', 'Yui Sato') },
  ],
  [
    104,
    {
      actor: AIKO,
      verb: 'secret.rotated',
      objects: named('channel', 'Warehouse entrance'),
      details: { secret: 'ingest-key' },
    },
  ],
  [142, { actor: AIKO, verb: 'state.exported' }],
  [218, { actor: AIKO, verb: 'token.created', objects: named('token', 'ci-runner') }],
  [
    254,
    {
      actor: AIRDESK,
      verb: 'broadcast.ended',
      via: 'service',
      objects: named('channel', 'Morning briefing'),
    },
  ],
]
const ENTRIES: readonly AuditEntry[] = DONE.map(([minutes, given], i) => ({
  ...{ id: 48_131 - i, at: SCENE_NOW - minutes * 60_000, until: SCENE_NOW - minutes * 60_000, count: 1 },
  ...{ refused: null, via: 'console', remoteAddress: '192.168.1.40', objects: [], details: {} },
  objectCount: given.objects?.length ?? 0,
  ...given,
}))

function audit(s: StandIn, entries = ENTRIES): void {
  s.show(mixed)
  const actors = [NOBODY, AIRDESK, AIKO, CI, KENJI, WEBER]
  s.answer(CONSOLE_API.audit.list, 200, {
    ...{ entries: entries.map((entry) => ({ ...entry, objects: [...entry.objects] })), next: null },
    ...{ inAll: entries.length && 48_131, actors },
  })
}

const PATH = '/settings?section=audit'

export const AUDIT_SCENES: readonly Scene[] = [
  { name: 'audit', path: `${PATH}&entry=48128`, prepare: (s) => audit(s) },
  {
    name: 'audit-refused-only',
    path: `${PATH}&refused=true&period=today`,
    prepare: (s) =>
      audit(
        s,
        ENTRIES.filter(({ refused }) => refused),
      ),
  },
  { name: 'audit-empty', path: PATH, prepare: (s) => audit(s, []) },
  { name: 'audit-no-match', path: `${PATH}&q=nothing`, prepare: (s) => audit(s, []) },
  {
    name: 'audit-failed',
    path: PATH,
    prepare: (s) => {
      audit(s)
      s.refuse(CONSOLE_API.audit.list, refusal('INTERNAL'))
    },
  },
]
