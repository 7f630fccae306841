/** What was found, while it is typed: valid, or which part is wrong. */
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ID_PATTERN } from '../../../../service/contract/ids.ts'
import { readWebhook, WEBHOOKS_KEY } from '../../../api/webhooks.ts'
import { duration } from '../../../i18n/format.ts'
import { engineNow } from '../../../ui/Moment.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TOLERANCE_SECONDS, verify, whatChanged, type Evidence, type Verdict } from './verify.ts'

export function VerdictNotice({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation()
  const verdict = verify(evidence, engineNow())
  const changed = useChanged(evidence, verdict)
  if (evidence.headers.trim() === '' || evidence.secret.trim() === '') {
    return (
      <Notice tone="info" alert={false}>
        {t('catcher.verify.waiting')}
      </Notice>
    )
  }
  const { kind } = verdict
  const tone = kind === 'valid' ? 'info' : kind === 'old' || kind === 'early' ? 'warn' : 'fail'
  return (
    <Notice tone={tone} {...(kind === 'valid' ? { glyph: 'ok' } : {})} alert={false}>
      {changed === null ? verdictText(t, verdict) : t(`catcher.verify.changed.${changed}`)}
    </Notice>
  )
}

function verdictText(t: TFunction, verdict: Verdict): string {
  switch (verdict.kind) {
    case 'missing':
    case 'malformed':
      return t(`catcher.verify.${verdict.kind}`, { header: verdict.header })
    case 'old':
    case 'early':
      return t(`catcher.verify.${verdict.kind}`, {
        time: duration(verdict.seconds * 1000),
        minutes: TOLERANCE_SECONDS / 60,
      })
    case 'secret':
      return t('catcher.verify.secretForm')
    case 'valid':
    case 'mismatch':
      return t(`catcher.verify.${verdict.kind}`)
  }
}

const KEYS = {
  body: 'body',
  'webhook-timestamp': 'timestamp',
  'webhook-signature': 'signature',
  secret: 'secret',
} as const

/** Of a webhook that the log still has, it is known what does not fit. */
function useChanged(evidence: Evidence, verdict: Verdict) {
  const id = verdict.kind === 'mismatch' && ID_PATTERN.test(verdict.id) ? verdict.id : undefined
  const { data } = useQuery({
    queryKey: [...WEBHOOKS_KEY, 'event', id],
    queryFn: () => readWebhook(id ?? ''),
    enabled: id !== undefined,
    retry: false,
  })
  return id === undefined || data === undefined ? null : KEYS[whatChanged(evidence, data)]
}
