/** The name of a filter, when it is saved and when it is renamed. */
import { Button, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import css from './Filters.module.css'
import { MOST_NAME_CHARACTERS } from './saved-filters.ts'

interface Asked {
  readonly title: string
  /** To begin with. */
  readonly name: string
  readonly done: (name: string) => void
}

const MODAL = 'filter-name'

export function askFilterName(asked: Asked): void {
  modals.open({
    modalId: MODAL,
    title: asked.title,
    size: 400,
    withCloseButton: false,
    children: <NameForm {...asked} close={() => modals.close(MODAL)} />,
  })
}

function NameForm({ name: first, done, close }: Asked & { readonly close: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(first.slice(0, MOST_NAME_CHARACTERS))
  const [wasTried, setTried] = useState(false)
  const given = name.trim()
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (given === '') return
        done(given)
        close()
      }}
    >
      <TextInput
        data-autofocus
        label={t('channels.filters.name')}
        maxLength={MOST_NAME_CHARACTERS}
        value={name}
        error={wasTried && given === '' ? t('channels.filters.nameNeeded') : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <DialogFoot close={close}>
        <Button type="submit" variant="filled">
          {t('common.save')}
        </Button>
      </DialogFoot>
    </form>
  )
}
