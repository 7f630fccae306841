import { useMantineColorScheme } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { DesktopCommand } from '../../service/contract/desktop-bridge.ts'
import { usePreferences } from '../stores/preferences.ts'
import { makeNewThing } from './new-thing.ts'
import { palette } from './palette.ts'
import { openShortcuts } from './shortcuts.tsx'
import { desktop } from '../desktop/bridge.ts'

/** Does what the desktop's menu, tray and notices ask for: the same as the palette's entries. */
export function useDesktopCommands(): void {
  const router = useRouter()
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    const run = (command: DesktopCommand): void => {
      switch (command.kind) {
        case 'go':
          return router.history.push(command.path)
        case 'theme':
          return setColorScheme(command.scheme)
        case 'language':
          return usePreferences.getState().setLanguage(command.language)
        case 'palette':
          return palette.open()
        case 'shortcuts':
          return openShortcuts()
        case 'new-schedule':
          // The room says what it makes once it is shown.
          return void router.navigate({ to: '/schedules' }).then(() => requestAnimationFrame(makeNewThing))
      }
    }
    return desktop?.onCommand(run)
  }, [router, setColorScheme])
}
