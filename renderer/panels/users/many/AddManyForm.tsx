import { Button, FileButton, SegmentedControl, Textarea } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useId, useMemo, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewUser } from '../../../api/users.ts'
import { useUnsaved } from '../../../form/unsaved.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { csvOf, decodeCsv, saveCsv } from '../../../ui/csv.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Pane } from '../Pane.tsx'
import { generatePassword } from '../../../password/password.ts'
import { mayGrant, PRESET_NAMES, PRESETS, type Preset } from '../presets.ts'
import { besideOf } from '../search.ts'
import { usePasswordRule } from '../../../password/use-password-rule.ts'
import { useUserList } from '../use-users.ts'
import { useBatch } from './batch.ts'
import { Lines } from './Lines.tsx'
import { COLUMNS, readUsers } from './read-lines.ts'
import { useFaultText } from './use-line-text.ts'
import { useSend } from './use-send.ts'
import inspector from '../../../ui/Inspector.module.css'
import css from '../Users.module.css'

export function AddManyForm({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [preset, setPreset] = useState<Preset>('viewer')
  const [isAsked, setAsked] = useState(false)
  useUnsaved(text !== '', { of: besideOf })
  const rule = usePasswordRule()
  const { user: me } = useSignedIn()
  const { data: users } = useUserList()
  const faultText = useFaultText()
  const start = useBatch((batch) => batch.start)
  const send = useSend()
  const read = useMemo(
    () =>
      readUsers(text, {
        ...{ me, rule, permissions: PRESETS[preset] },
        emails: users?.map(({ email }) => email) ?? [],
      }),
    [text, me, rule, preset, users],
  )
  const { lines, unused, hasPermissions, fault } = read
  const right = lines.filter(({ why }) => why === null).map(({ user }): NewUser => user)
  const nothing = isAsked && right.length === 0 ? t('users.many.nothing') : undefined
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setAsked(true)
    if (right.length > 0) void start(right, () => generatePassword(rule), send)
  }
  return (
    <Pane
      title={t('users.many.title')}
      close={close}
      foot={
        <footer className={`${inspector.foot ?? ''} ${css.end ?? ''}`}>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant="filled">
            {t('users.many.do', { count: right.length, number: right.length })}
          </Button>
        </footer>
      }
    >
      <form className={css.stack} id={id} noValidate onSubmit={submit}>
        <p className="second">{t('users.many.lead')}</p>
        <Textarea
          autoFocus
          label={t('users.many.table')}
          placeholder={'name,email\nAiko Tanaka,aiko@studio.example'}
          classNames={{ input: css.table ?? '' }}
          spellCheck={false}
          wrap="off"
          autosize
          minRows={4}
          maxRows={8}
          value={text}
          error={fault === null ? nothing : faultText(fault)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Files use={setText} />
        {hasPermissions ? (
          <p className="second">{t('users.many.ownPermissions')}</p>
        ) : (
          <SegmentedControl
            aria-label={t('users.many.preset')}
            fullWidth
            value={preset}
            data={PRESET_NAMES.map((name) => ({
              value: name,
              label: t(`users.preset.${name}`),
              disabled: !mayGrant(me, PRESETS[name]),
            }))}
            onChange={(name) => setPreset(name)}
          />
        )}
        {unused.length > 0 && (
          <Notice tone="warn" alert={false}>
            {t('users.many.unused', { columns: unused.join(t('common.listSeparator')) })}
          </Notice>
        )}
        <Lines lines={lines} />
      </form>
    </Pane>
  )
}

/** A table from a file, and one to begin with. */
function Files({ use }: { use: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.files}>
      <FileButton
        accept=".csv,.tsv,.txt,text/csv"
        onChange={(file) => void file?.bytes().then((bytes) => use(decodeCsv(bytes)))}
      >
        {(props) => (
          <Button {...props} leftSection={<IconUpload size={16} stroke={1.6} />}>
            {t('users.many.file')}
          </Button>
        )}
      </FileButton>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={16} stroke={1.6} />}
        onClick={() => saveCsv('airdesk-users.csv', csvOf(COLUMNS, [EXAMPLE]))}
      >
        {t('users.many.example')}
      </Button>
    </div>
  )
}

const EXAMPLE = {
  ...{ name: 'Aiko Tanaka', email: 'aiko@studio.example', password: '' },
  ...{ delivery: 1, view: 1, schedule: 0, user: 0 },
}
