import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { endViewAs } from '../api/session.ts'
import { useSignedIn } from '../stores/session.ts'
import { Notice } from '../ui/Notice.tsx'
import css from './ContactStrip.module.css'

/** Says that the console is shown as somebody else sees it, and leads back. */
export function ViewedAs() {
  const { t } = useTranslation()
  const { user, viewedBy } = useSignedIn()
  const end = useMutation({
    mutationFn: endViewAs,
    onError: (error) => notifications.show({ message: errorText(t, error) }),
  })
  if (viewedBy === null) return null
  return (
    <div className={css.strip} data-place="viewed-as">
      <Notice
        tone="warn"
        actions={
          <Button size="xs" loading={end.isPending} onClick={() => end.mutate()}>
            {t('frame.viewedAs.end')}
          </Button>
        }
      >
        {t('frame.viewedAs.says', { name: user.name })}
      </Notice>
    </div>
  )
}
