/** The sheet of all keys. */
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { KeyCap, modKey } from '../ui/KeyCap.tsx'
import css from './shortcuts.module.css'

const GROUPS = [
  {
    title: 'everywhere',
    keys: [
      [[modKey, 'K'], 'palette'],
      [[modKey, '1', '9'], 'rooms'],
      [['N'], 'newThing'],
      [[modKey, '.'], 'problem'],
      [['F6'], 'panes'],
      [['?'], 'sheet'],
      [['Esc'], 'escape'],
    ],
  },
  {
    title: 'list',
    keys: [
      [['/'], 'filter'],
      [['↑', '↓'], 'move'],
      [['Enter'], 'open'],
      [['Space'], 'choose'],
      [[modKey, 'A'], 'chooseAll'],
      [['L', 'E', 'Del'], 'many'],
      [[modKey, 'Shift', 'C'], 'copyIngest'],
      [['Del'], 'delete'],
      [['R'], 'redeliver'],
      [['C'], 'copyCode'],
      [['J', 'K'], 'step'],
      [[modKey, 'T'], 'testDestination'],
      [['P'], 'play'],
      [['A'], 'acknowledge'],
      [['Shift', 'A'], 'acknowledgeAll'],
    ],
  },
  {
    title: 'calendar',
    keys: [
      [['↑', '↓', '←', '→'], 'slot'],
      [['Enter'], 'slotMake'],
      [['Alt', '↑', '↓', '←', '→'], 'blockMove'],
      [['Alt', 'Shift', '↑', '↓'], 'blockEnd'],
      [['F'], 'blockFree'],
      [['Esc'], 'blockBack'],
      [['Del'], 'delete'],
      [[modKey, 'S'], 'save'],
    ],
  },
  {
    title: 'player',
    keys: [
      [['Space'], 'playPause'],
      [['L'], 'live'],
      [['[', ']'], 'level'],
      [['M'], 'mute'],
      [['F'], 'full'],
      [['I'], 'figures'],
      [['P'], 'popOut'],
    ],
  },
  {
    title: 'wall',
    keys: [
      [['Enter'], 'wallPlay'],
      [['1', '9'], 'wallSound'],
      [['0'], 'mute'],
      [['P'], 'popOut'],
    ],
  },
] as const

export function openShortcuts(): void {
  modals.open({
    modalId: 'shortcuts',
    title: <Title />,
    size: 520,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    children: <Sheet />,
  })
}

function Title() {
  const { t } = useTranslation()
  return <>{t('keys.title')}</>
}

function Sheet() {
  const { t } = useTranslation()
  return (
    <div className={css.sheet}>
      {GROUPS.map((group) => (
        <section key={group.title}>
          <h3>{t(`keys.${group.title}`)}</h3>
          <dl>
            {group.keys.map(([caps, key]) => (
              <div key={key} className={css.row}>
                <dt>{t(`keys.${key}`)}</dt>
                <dd>
                  {caps.map((cap) => (
                    <KeyCap key={cap}>{cap}</KeyCap>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
