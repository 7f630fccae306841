import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { grouped } from '../../i18n/format.ts'
import css from '../../ui/Inspector.module.css'

interface Props {
  /** How many were asked for. */
  readonly asked: number
  readonly underWay: number
  /** How many of them were given up again; undefined where nobody stopped it. */
  readonly stopped: number | undefined
  readonly isStopping: boolean
  readonly stop: () => void
  readonly close: () => void
}

/** How far what was asked for has come. It goes on without the dialog. */
export function RedeliverProgress({ asked, underWay, stopped, isStopping, stop, close }: Props) {
  const { t } = useTranslation()
  const numbered = (count: number) => ({ count, number: grouped(count) })
  const all = Math.max(asked, underWay)
  const text =
    underWay > 0
      ? t('webhooks.underWay', { ...numbered(underWay), of: grouped(all) })
      : stopped === undefined
        ? t('webhooks.sentAll', numbered(asked))
        : t('webhooks.stopped', numbered(stopped))
  return (
    <>
      <Progress
        value={all === 0 ? 100 : (100 * (all - underWay - (stopped ?? 0))) / all}
        aria-label={t('webhooks.progress')}
      />
      <p role="status">{text}</p>
      <div className={css.actions}>
        <div className={css.buttons}>
          {underWay > 0 && (
            <Button loading={isStopping} onClick={stop}>
              {t('webhooks.stop')}
            </Button>
          )}
          <Button variant="filled" data-autofocus onClick={close}>
            {t(underWay > 0 ? 'webhooks.goesOn' : 'common.close')}
          </Button>
        </div>
      </div>
    </>
  )
}
