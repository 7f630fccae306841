/** The frame of every room: above which system and what time, left where am I, below what is on air. */
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Band } from '../emulator/Band.tsx'
import { useDesktopCommands } from './use-desktop-commands.ts'
import { useReadAgain } from '../api/read-again.ts'
import { RoomBoundary } from '../ui/stopped/RoomBoundary.tsx'
import { ContactStrip } from './ContactStrip.tsx'
import { Nav } from './Nav.tsx'
import { RoomGate } from './RoomGate.tsx'
import { ViewedAs } from './ViewedAs.tsx'
import { PaletteLater } from './PaletteLater.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TopBar } from './TopBar.tsx'
import { useDialogsOfRoom } from './use-dialogs-of-room.ts'
import { useFocusKept } from './use-focus-kept.ts'
import { useGlobalKeys } from './use-global-keys.ts'
import { useStateAnnouncements } from './use-state-announcements.ts'
import { useUnsavedQuestion } from './use-unsaved-question.ts'
import css from './Frame.module.css'

export function Frame() {
  const { t } = useTranslation()
  useGlobalKeys()
  useDesktopCommands()
  useStateAnnouncements()
  useReadAgain()
  useDialogsOfRoom()
  useFocusKept()
  useUnsavedQuestion()
  return (
    <div className={css.frame}>
      <a
        className={css.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t('frame.skip')}
      </a>
      <TopBar />
      <Band />
      <Nav />
      <main
        id="content"
        className={css.content}
        tabIndex={-1}
        data-pane="content"
        aria-label={t('frame.content')}
      >
        <ViewedAs />
        <ContactStrip />
        <RoomBoundary>
          <RoomGate>
            <Outlet />
          </RoomGate>
        </RoomBoundary>
      </main>
      <StatusBar />
      <PaletteLater />
    </div>
  )
}
