/** Holds what fails in a room, so that the frame, the status bar and what is on air stay. */
import { CatchBoundary, useMatches } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { failureOf } from './failures.ts'
import { StoppedRoom } from './StoppedRoom.tsx'

export function RoomBoundary({ children }: { readonly children: ReactNode }) {
  const { room, address } = useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      return { room: last?.routeId ?? '', address: `${last?.pathname}?${JSON.stringify(last?.search)}` }
    },
    structuralSharing: true,
  })
  return (
    <CatchBoundary getResetKey={() => room} errorComponent={Left}>
      {/* Another filter or another id is another try. */}
      <CatchBoundary key={room} getResetKey={() => address} errorComponent={StoppedRoom}>
        {children}
      </CatchBoundary>
    </CatchBoundary>
  )
}

/** Once a second at most: a room that can never be drawn is not tried for ever. */
const PAUSE_MS = 1000
let drawnAt = -Infinity

function mayDrawAgain(): boolean {
  if (performance.now() - drawnAt < PAUSE_MS) return false
  drawnAt = performance.now()
  return true
}

/** What fails while a room is left is no fault of the next one, which is drawn again. */
function Left({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const [again] = useState(mayDrawAgain)
  useEffect(() => {
    if (!again) return
    failureOf(error, 'left')
    reset()
  }, [again, error, reset])
  return again ? null : <StoppedRoom error={error} reset={reset} />
}
