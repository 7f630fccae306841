/** Folders of this computer that recordings may be written to. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { setRecordingFoldersRequest } from '../../../service/contract/console/installation.ts'
import { getRecordingFolders, RECORDING_FOLDERS_KEY, setRecordingFolders } from '../../api/system.ts'
import { folderUri, readFolderUri } from '../../archive/bucket-uri.ts'
import { brokenBy } from '../../form/use-saved-form.ts'
import { Card } from '../../ui/Card.tsx'
import { Entry, NewEntry } from './Entries.tsx'
import { NotSaved } from './NotSaved.tsx'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

export function RecordingFoldersCard() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: RECORDING_FOLDERS_KEY, queryFn: getRecordingFolders })
  const renew = () => queries.invalidateQueries({ queryKey: RECORDING_FOLDERS_KEY })
  const remove = useMutation({ mutationFn: setRecordingFolders, onSuccess: renew })
  const { fixed = [], folders = [] } = query.data ?? {}
  return (
    <Card title={t('settings.folders.title')} aside={t('settings.folders.aside')} flush>
      <SettingsFailed query={query} className={css.inner} />
      <ul>
        {fixed.map((folder) => (
          <li key={folder} className={css.item}>
            <code className="mono">{readFolderUri(folder)}</code>
            <span className="second">{t('settings.folders.fixed')}</span>
          </li>
        ))}
        {folders.map((folder) => (
          <Entry
            key={folder}
            text={readFolderUri(folder)}
            label={t('settings.folders.remove', { folder: readFolderUri(folder) })}
            remove={() => remove.mutate(folders.filter((other) => other !== folder))}
          />
        ))}
      </ul>
      <NewEntry
        label={t('settings.folders.folder')}
        placeholder="/srv/recordings"
        add={t('settings.folders.add')}
        check={(text) => brokenBy(setRecordingFoldersRequest, { folders: [folderUri(text)] })['folders.0']}
        send={(text) => setRecordingFolders([...folders, folderUri(text)])}
        added={renew}
      />
      <NotSaved error={remove.error} />
    </Card>
  )
}
