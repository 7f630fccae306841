import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../stores/session.ts'
import { isInRoom, needOf, ROOMS } from '../rooms.ts'
import { EmptyList } from '../ui/EmptyList.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { StillOnAir } from '../studio/StillOnAir.tsx'
import { useTitle } from './use-title.ts'

/** What is in a room, for who may be in it. Others are told what it needs. */
export function RoomGate({ children }: { children: ReactNode }) {
  // What is drawn may follow the address a moment later.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '/' })
  return useMay(needOf(pathname)) ? children : <Closed pathname={pathname} />
}

function Closed({ pathname }: { pathname: string }) {
  const { t } = useTranslation()
  const room = ROOMS.find((one) => isInRoom(one, pathname))
  const name = t(`room.${room?.id ?? 'controlRoom'}`)
  useTitle(name)
  const needed = needOf(pathname) === 'delivery or view' ? 'watch' : 'operate'
  return (
    <>
      <PageHead>
        <h1>{name}</h1>
      </PageHead>
      <EmptyList title={t('frame.closed.title')} lead={t(`frame.closed.${needed}`)}>
        <StillOnAir />
      </EmptyList>
    </>
  )
}
