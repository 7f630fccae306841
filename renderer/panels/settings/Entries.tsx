/** A list of a setting: its entries, each removed by itself, and the field that adds one. */
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { carried } from '../../../service/contract/refusal/carried.ts'
import { useSavedForm, type BrokenRules } from '../../form/use-saved-form.ts'
import { NotSaved } from './NotSaved.tsx'
import css from './Settings.module.css'

interface EntryProps {
  readonly text: string
  /** What removing it is called. */
  readonly label: string
  readonly remove: () => void
}

export function Entry({ text, label, remove }: EntryProps) {
  return (
    <li className={css.item}>
      <code className="mono">{text}</code>
      <ActionIcon aria-label={label} title={label} onClick={remove}>
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </li>
  )
}

interface NewEntryProps {
  readonly label: string
  readonly placeholder: string
  /** Words of the button. */
  readonly add: string
  /** The rule that a text breaks. */
  readonly check: (text: string) => string | undefined
  /** Sends the whole list with it: whatever of that is refused, the new one is what has changed. */
  readonly send: (text: string) => Promise<unknown>
  readonly added: () => Promise<void>
}

export function NewEntry({ label, placeholder, add, check, send, added }: NewEntryProps) {
  const { element, form, save, failure, submit } = useSavedForm({
    start: { entry: '' },
    check: ({ entry }) => atField(check(entry)),
    place: ({ problems: [problem] }) => atField(problem && carried(problem)),
    send: ({ entry }) => send(entry),
    sent: async (_answer, _values, reset) => {
      await added()
      reset()
    },
  })
  return (
    <>
      <form className={css.add} ref={element} noValidate onSubmit={submit}>
        <TextInput
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          {...form.field('entry')}
        />
        <Button type="submit" loading={save.isPending}>
          {add}
        </Button>
      </form>
      <NotSaved error={failure} />
    </>
  )
}

const atField = (rule: string | undefined): BrokenRules => (rule === undefined ? {} : { entry: rule })
