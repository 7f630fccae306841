/** What webhooks are signed with. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getWebhookSecret, rotateWebhookSecret, WEBHOOK_SECRET_KEY } from '../../api/system.ts'
import { Card } from '../../ui/Card.tsx'
import { askDanger } from '../../ui/danger.tsx'
import { MaskedField } from '../../ui/ValueField.tsx'
import { useSystemReason } from './use-rights.ts'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

export function SecretCard() {
  const { t } = useTranslation()
  const reason = useSystemReason()
  return (
    <Card title={t('settings.secret.title')} aside={<Link to="/webhooks">{t('settings.secret.log')}</Link>}>
      {reason === null ? <Secret /> : <p className="second">{reason}</p>}
    </Card>
  )
}

function Secret() {
  const { t } = useTranslation()
  // It is forgotten with the page.
  const query = useQuery({ queryKey: WEBHOOK_SECRET_KEY, queryFn: getWebhookSecret, gcTime: 0 })
  if (query.error !== null) {
    return <SettingsFailed query={query} />
  }
  if (query.data === undefined) return null
  const rotate = () =>
    askDanger({
      title: t('settings.secret.rotateTitle'),
      lead: t('settings.secret.rotateLead'),
      action: t('settings.secret.rotateAction'),
      run: rotateWebhookSecret,
    })
  return (
    <>
      <MaskedField label={t('settings.secret.label')} value={query.data.webhookSecret} />
      <div className={css.line}>
        <span className="meta">{t('settings.secret.help')}</span>
        <Button onClick={rotate}>{t('settings.secret.rotate')}</Button>
      </div>
    </>
  )
}
