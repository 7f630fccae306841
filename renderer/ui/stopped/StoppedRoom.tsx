import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannels, useConnected } from '../../api/events/hooks.ts'
import { isInRoom, ROOMS } from '../../rooms.ts'
import { KeyCap } from '../KeyCap.tsx'
import { PageHead } from '../PageHead.tsx'
import { failsAgain } from './failure.ts'
import { failureOf } from './failures.ts'
import { Stopped } from './Stopped.tsx'

interface Props {
  readonly error: unknown
  /** Draws the room again; what it filters by stands in its address. */
  readonly reset: () => void
}

/** Instead of a room that could not be drawn, inside the frame. */
export function StoppedRoom({ error, reset }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const place = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '' })
  const [failure] = useState(() => failureOf(error, place))
  const filtered = Object.keys(search).length > 0
  const lead = useLead(filtered)
  useHotkeys([['R', reset]])

  const bareFirst = filtered && failsAgain(failure)
  const reload = (
    <Button
      variant={bareFirst ? 'default' : 'filled'}
      rightSection={<KeyCap>R</KeyCap>}
      aria-keyshortcuts="R"
      onClick={reset}
    >
      {t('stopped.reload')}
    </Button>
  )
  const withoutFilters = filtered && (
    <Button
      variant={bareFirst ? 'filled' : 'default'}
      onClick={() => void navigate({ to: '.', search: {} }).then(reset)}
    >
      {t('stopped.bare')}
    </Button>
  )
  const room = ROOMS.find((one) => isInRoom(one, pathname))
  return (
    <>
      <PageHead>{room !== undefined && <h1>{t(`room.${room.id}`)}</h1>}</PageHead>
      <Stopped
        {...{ failure, lead }}
        title={t('stopped.room')}
        first={
          <>
            {bareFirst && withoutFilters}
            {reload}
          </>
        }
        more={!bareFirst && withoutFilters}
      />
    </>
  )
}

/** What goes on meanwhile, in true numbers. */
function useLead(filtered: boolean): string {
  const { t } = useTranslation()
  const connected = useConnected()
  const count = (useChannels() ?? []).filter(({ onAirSince }) => onAirSince !== null).length
  const goesOn = !connected
    ? t('stopped.unknown')
    : count === 0
      ? t('stopped.nothingOnAir')
      : t('stopped.onAir', { count })
  return filtered ? [goesOn, t('stopped.kept')].join(t('common.sentenceSeparator')) : goesOn
}
