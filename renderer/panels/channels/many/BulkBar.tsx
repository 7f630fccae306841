/** What can be done with the chosen channels, and to how many of them. It floats above the list's foot. */
import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { isTyping, layerOpen } from '../../../ui/enter.ts'
import { KeyCap } from '../../../ui/KeyCap.tsx'
import { applies, type Verb } from './apply.ts'
import { askLabel } from './LabelDialog.tsx'
import { askMany } from './ManyDialog.tsx'
import css from './Many.module.css'

interface Props {
  /** The chosen ones, shown or not. */
  readonly channels: readonly ChannelView[]
  /** How many of them the filter leaves out. */
  readonly hidden: number
  /** Chooses none. */
  readonly clear: () => void
}

const KEYS: Readonly<Record<string, Verb>> = { l: 'label', e: 'end', delete: 'delete' }

export function BulkBar({ channels, hidden, clear }: Props) {
  const { t } = useTranslation()
  const onAir = channels.filter(({ onAirSince }) => onAirSince !== null)
  const viewers = onAir.reduce((sum, channel) => sum + channel.viewers, 0)
  const count = (verb: Verb) => applies(verb, channels).to.length
  const ask = (verb: Verb) => {
    if (count(verb) === 0) return
    const ids = channels.map(({ channelId }) => channelId)
    if (verb === 'label') askLabel(t, ids)
    else askMany(t, verb, ids)
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || layerOpen()) return
      const verb = KEYS[event.key.toLowerCase()]
      if (verb) ask(verb)
      else if (event.key === 'Escape') clear()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
  return (
    <div className={css.bar} role="toolbar" aria-label={t('channels.many.bar')}>
      <strong className="num" role="status">
        {t('channels.many.selected', { count: channels.length })}
        {hidden > 0 && t('channels.many.hidden', { count: hidden })}
      </strong>
      {onAir.length > 0 && (
        <span className={`num third ${css.aside ?? ''}`}>
          {t('channels.many.onAir', { count: onAir.length })}
          {t('common.listSeparator')}
          {t('danger.viewers', { count: viewers })}
        </span>
      )}
      <span className={css.line} />
      <Button rightSection={<KeyCap>L</KeyCap>} onClick={() => ask('label')}>
        {t('channels.many.label')}
      </Button>
      <Button disabled={count('end') === 0} rightSection={<KeyCap>E</KeyCap>} onClick={() => ask('end')}>
        {t('channels.many.end', { count: count('end') })}
      </Button>
      <Button
        className={css.delete}
        disabled={count('delete') === 0}
        rightSection={<KeyCap>Del</KeyCap>}
        onClick={() => ask('delete')}
      >
        {t('channels.many.delete', { count: count('delete') })}
      </Button>
      <ActionIcon aria-label={t('channels.many.clear')} onClick={clear}>
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
