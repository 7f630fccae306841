/** The filters of the list: those that everybody has, then the operator's own, each with what it shows now. */
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { useConnected } from '../../../api/events/hooks.ts'
import { askFilterName } from './FilterName.tsx'
import { ChipRow, type Chip } from './ChipRow.tsx'
import { GIVEN, isAll, isSame, matcher, type ChannelFilter, type Known } from './filter.ts'
import { useSavedFilters, type SavedFilter } from './saved-filters.ts'
import css from './Filters.module.css'

interface Props {
  readonly channels: readonly ChannelView[]
  readonly known: Known
  /** False while schedules are read. */
  readonly isTodayKnown: boolean
  readonly filter: ChannelFilter
  readonly change: (filter: ChannelFilter) => void
}

const ALL: ChannelFilter = {}

export function FilterBar({ channels, known, isTodayKnown, filter, change }: Props) {
  const { t } = useTranslation()
  const { filters, save } = useSavedFilters()
  const connected = useConnected()
  /** How channels are is not known without contact. */
  const isKnown = ({ show }: ChannelFilter) =>
    show === 'today' ? isTodayKnown : show === undefined || connected
  const chip = (id: string, name: string, of: ChannelFilter): Chip => ({
    id,
    name,
    count: isKnown(of) ? channels.filter(matcher(of, known)).length : null,
    isPressed: isSame(filter, of),
    press: () => change(of),
  })
  const given = [
    chip('all', t('channels.filters.all'), ALL),
    ...GIVEN.map((show) => chip(show, t(`channels.filters.given.${show}`), { show })),
  ]
  const own = filters.map((saved) => chip(saved.id, saved.name, saved.filter))
  const pressed = filters.find((saved) => isSame(filter, saved.filter))
  const isNew = !isAll(filter) && ![...given, ...own].some(({ isPressed }) => isPressed)
  return (
    <div className={css.bar}>
      <ChipRow chips={[...given, ...own]} />
      <div className={css.aside}>
        {pressed && <Own saved={pressed} leave={() => change(ALL)} />}
        {isNew && (
          <Button
            variant="subtle"
            size="xs"
            onClick={() =>
              askFilterName({
                title: t('channels.filters.save'),
                name: filter.q ?? '',
                done: (name) => save(name, filter),
              })
            }
          >
            {t('channels.filters.save')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** What can be done with the filter of one's own that is shown. */
function Own({ saved: { id, name }, leave }: { saved: SavedFilter; leave: () => void }) {
  const { t } = useTranslation()
  const { rename, remove } = useSavedFilters()
  return (
    <Menu position="bottom-end" classNames={{ dropdown: css.menu ?? '' }}>
      <Menu.Target>
        <ActionIcon aria-label={t('channels.filters.own', { name })}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            askFilterName({
              title: t('channels.filters.rename'),
              name,
              done: (next) => rename(id, next),
            })
          }
        >
          {t('channels.filters.rename')}
        </Menu.Item>
        <Menu.Item
          onClick={() => {
            remove(id)
            leave()
          }}
        >
          {t('channels.filters.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
