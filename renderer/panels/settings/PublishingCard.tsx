/** Where all channels of the system are published that say nothing else. */
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeSystemPublishing, readSystemPublishing, SYSTEM_PUBLISHING_KEY } from '../../api/publishing.ts'
import { TargetForm } from '../../archive/publish/TargetForm.tsx'
import publish from '../../archive/publish/Publish.module.css'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { NotSaved } from './NotSaved.tsx'
import { SettingsFailed } from './SettingsFailed.tsx'
import { useSystemReason } from './use-rights.ts'
import css from './Settings.module.css'

export function PublishingCard() {
  const { t } = useTranslation()
  const { isMaster, permissions } = useSignedIn().user
  const reason = useSystemReason()
  const query = useQuery({
    queryKey: SYSTEM_PUBLISHING_KEY,
    queryFn: readSystemPublishing,
    enabled: isMaster || permissions.delivery,
  })
  const stop = useMutation({ mutationFn: () => changeSystemPublishing(null) })
  if (!isMaster && !permissions.delivery) return null
  const target = query.data?.target
  return (
    <Card title={t('access.publish.all.title')} aside={reason} flush>
      <SettingsFailed query={query} className={css.inner} />
      {target !== undefined && (
        <div className={publish.rows}>
          <div className={publish.stack}>
            <p className="second">{t('access.publish.all.help')}</p>
            {target === null ? (
              <p className="meta">{t('access.publish.all.off')}</p>
            ) : (
              reason === null && (
                <div className={publish.foot}>
                  <Button loading={stop.isPending} onClick={() => stop.mutate()}>
                    {t('access.publish.stop')}
                  </Button>
                  <span className="meta">{t('access.publish.stopHelp')}</span>
                </div>
              )
            )}
          </div>
          {(target !== null || reason === null) && (
            <TargetForm
              key={JSON.stringify(target)}
              known={
                target && {
                  ...{ destinationId: target.destinationId, prefix: target.prefix },
                  ...{ publicBase: target.publicBase, keep: target.keep },
                }
              }
              isLocked={reason !== null}
              send={changeSystemPublishing}
            />
          )}
        </div>
      )}
      <NotSaved error={stop.error} />
    </Card>
  )
}
