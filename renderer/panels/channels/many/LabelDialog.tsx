/** One label for all chosen channels; an empty one takes theirs away. */
import { Autocomplete, Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_LABEL_CHARACTERS } from '../../../../service/contract/console/channels.ts'
import { labelChannel } from '../../../api/channels.ts'
import { useChannels } from '../../../api/events/hooks.ts'
import { Outcome } from './Outcome.tsx'
import { useMany } from './use-many.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import css from './Many.module.css'

const MODAL = 'label'

export function askLabel(t: TFunction, ids: readonly string[]): void {
  modals.open({
    modalId: MODAL,
    title: t('channels.many.title.label', { count: ids.length }),
    withCloseButton: false,
    size: 400,
    children: <LabelForm ids={ids} close={() => modals.close(MODAL)} />,
  })
}

function LabelForm({ ids, close }: { readonly ids: readonly string[]; readonly close: () => void }) {
  const { t } = useTranslation()
  const known = useChannels() ?? []
  const channels = known.filter(({ channelId }) => ids.includes(channelId))
  const labels = new Set(known.flatMap(({ label }) => (label === '' ? [] : [label])))
  const theirs = new Set(channels.map(({ label }) => label))
  const [value, setValue] = useState(theirs.size === 1 ? ([...theirs][0] ?? '') : '')
  const label = value.trim()
  const { run, isRunning, failed } = useMany(
    ({ channelId }) => labelChannel(channelId, label),
    (count) => t(label === '' ? 'channels.many.unlabelled' : 'channels.many.labelled', { count, label }),
    close,
  )
  return (
    <form
      className={css.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run(failed?.map(({ channel }) => channel) ?? channels)
      }}
    >
      <Autocomplete
        data-autofocus
        label={t('channels.source.label')}
        description={t('channels.many.labelHelp')}
        data={[...labels].toSorted()}
        maxLength={MOST_LABEL_CHARACTERS}
        value={value}
        onChange={setValue}
      />
      {failed !== null && <Outcome done={channels.length - failed.length} failed={failed} />}
      <DialogFoot close={close}>
        <Button type="submit" variant="filled" loading={isRunning}>
          {t(label === '' ? 'channels.many.takeAway' : 'common.save')}
        </Button>
      </DialogFoot>
    </form>
  )
}
