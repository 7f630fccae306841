import { Button, FileButton, Select } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEED_PACKS, type Restart, type SeedPack } from '../../../../service/contract/console/state.ts'
import { errorText } from '../../../api/error-text.ts'
import { addDemo, downloadState, importState } from '../../../api/state.ts'
import { usePreferences } from '../../../stores/preferences.ts'
import { Card } from '../../../ui/Card.tsx'
import { askDanger } from '../../../ui/danger.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Row } from '../Row.tsx'
import css from '../Settings.module.css'

/** The state as one file, in and out, and demo data. */
export function FileCard({ onRestart }: { onRestart: (restart: Restart) => void }) {
  const { t } = useTranslation()
  const choose = (file: File | null) => {
    if (file === null) return
    askDanger({
      title: t('settings.data.file.importTitle', { name: file.name }),
      lead: t('settings.data.file.importLead'),
      action: t('settings.data.file.importConfirm'),
      run: async () => onRestart(await importState(file)),
    })
  }
  const save = useMutation({ mutationFn: downloadState })
  return (
    <Card title={t('settings.data.file.title')} flush>
      <Row label={t('settings.data.file.export')} help={t('settings.data.file.exportHelp')}>
        <Button
          leftSection={<IconDownload size={16} stroke={1.6} />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('settings.data.file.exportAction')}
        </Button>
      </Row>
      {save.error !== null && <Failed error={save.error} />}
      <Row label={t('settings.data.file.import')} help={t('settings.data.file.importHelp')}>
        <FileButton onChange={choose}>
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={16} stroke={1.6} />}>
              {t('settings.data.file.importAction')}
            </Button>
          )}
        </FileButton>
      </Row>
      <Demo />
    </Card>
  )
}

function Demo() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const language = usePreferences((s) => s.language)
  const [pack, setPack] = useState<SeedPack>('demo')
  const add = useMutation({
    mutationFn: () => addDemo({ language, pack }),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <>
      <Row label={t('settings.data.demo.label')} help={t(`settings.data.demo.help.${pack}`)}>
        <span className="meta" role="status">
          {add.isSuccess && t('settings.data.demo.done')}
        </span>
        <Select<SeedPack>
          w={180}
          aria-label={t('settings.data.demo.pack')}
          value={pack}
          onChange={(value) => setPack(value ?? 'demo')}
          data={SEED_PACKS.map((value) => ({ value, label: t(`settings.data.demo.packs.${value}`) }))}
          allowDeselect={false}
        />
        <Button loading={add.isPending} onClick={() => add.mutate()}>
          {t('settings.data.demo.action')}
        </Button>
      </Row>
      {add.error !== null && <Failed error={add.error} />}
    </>
  )
}

function Failed({ error }: { error: Error }) {
  const { t } = useTranslation()
  return (
    <div className={css.inner}>
      <Notice tone="fail">{t('danger.failed', { reason: errorText(t, error) })}</Notice>
    </div>
  )
}
