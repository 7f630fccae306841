/** The filter of a list: `/` reaches it, Esc empties it and then leaves it. */
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, type KeyboardEvent, type Ref } from 'react'
import { useMergedRef } from '@mantine/hooks'
import { isTyping } from './enter.ts'
import { KeyCap } from './KeyCap.tsx'

interface Props {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Further keys; those that were used are prevented by default. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

export function FilterField({ label, placeholder, value, onChange, onKeyDown, className, ref }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const bind = useMergedRef(input, ref)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <TextInput
      ref={bind}
      className={className}
      value={value}
      placeholder={placeholder}
      aria-label={label}
      leftSection={<IconSearch size={16} stroke={1.6} />}
      rightSection={<KeyCap>/</KeyCap>}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          if (value === '') input.current?.blur()
          else onChange('')
        } else onKeyDown?.(event)
      }}
    />
  )
}
