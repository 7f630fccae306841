import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isEnter } from '../../ui/enter.ts'
import type { RenameForm } from './use-rename.ts'
import css from './ChannelDetail.module.css'

/** The name as a field in its own place: Enter keeps it, Esc leaves it as it was. */
export function Rename({ form }: { readonly form: RenameForm }) {
  const { t } = useTranslation()
  return (
    <div className={css.rename}>
      <TextInput
        id={form.fieldId}
        aria-label={t('detail.renameLabel')}
        value={form.name}
        error={form.error}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => form.setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isEnter(event)) form.save()
          else if (event.key === 'Escape' && !event.nativeEvent.isComposing) form.leave()
        }}
      />
      <Button loading={form.busy} disabled={form.meanwhile} onClick={form.save}>
        {t('common.save')}
      </Button>
      <Button variant="subtle" onClick={form.leave}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}
