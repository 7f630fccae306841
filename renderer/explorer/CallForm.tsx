/** The members of a call as fields. What they hold stands below as JSON, and the other way round. */
import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { choicesOf, fieldKind, readTyped, shownText, withMember } from './form-fields.ts'
import { Inline } from './Markdown.tsx'
import type { Member } from './members.ts'
import css from './Runner.module.css'

type Parameters = Readonly<Record<string, unknown>>

interface Props {
  readonly members: readonly Member[]
  readonly parameters: Parameters
  readonly change: (parameters: Parameters) => void
}

export function CallForm({ members, parameters, change }: Props) {
  return (
    <div className={css.form}>
      {members.map((member) => (
        <Field
          key={member.name}
          member={member}
          value={parameters[member.name]}
          change={(typed) => change(withMember(parameters, member.name, typed))}
        />
      ))}
    </div>
  )
}

interface FieldProps {
  readonly member: Member
  readonly value: unknown
  readonly change: (typed: 'nothing' | { readonly value: unknown }) => void
}

function Field({ member, value, change }: FieldProps) {
  const { t } = useTranslation()
  /** What was typed while it is no value, or is written in another way than JSON has it. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly as: string } | null>(null)
  const kind = fieldKind(member)
  const shown = shownText(kind, value)
  const text = typed !== null && typed.as === shown ? typed.text : shown
  const type = (next: string) => {
    const read = readTyped(kind, next)
    if (read === 'wrong') return setTyped({ text: next, as: shown })
    setTyped({ text: next, as: shownText(kind, read === 'nothing' ? undefined : read.value) })
    change(read)
  }
  const common = {
    label: <code lang="en">{member.name}</code>,
    description: member.description === '' ? undefined : <Inline>{member.description}</Inline>,
    withAsterisk: member.required,
    error: readTyped(kind, text) === 'wrong' ? t('explorer.notYet', { type: member.type }) : undefined,
  }
  if (kind === 'choice' || kind === 'flag') {
    return (
      <Select
        {...common}
        placeholder={t('explorer.leftOut')}
        data={kind === 'flag' ? ['true', 'false'] : [...choicesOf(member)]}
        value={text === '' ? null : text}
        onChange={(next) => type(next ?? '')}
        clearButtonProps={{ 'aria-label': t('explorer.leaveOut', { name: member.name }) }}
        clearable
      />
    )
  }
  const input = {
    ...common,
    placeholder: member.fallback ?? t('explorer.leftOut'),
    spellCheck: false,
    value: text,
  }
  return kind === 'json' ? (
    <Textarea
      {...input}
      classNames={{ input: css.input ?? '' }}
      autosize
      maxRows={10}
      onChange={(event) => type(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...input} onChange={(event) => type(event.currentTarget.value)} />
  )
}
