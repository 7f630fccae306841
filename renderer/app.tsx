/** What stands around every panel: theme, layers, queries; then sign-in or the console. */
import { localStorageColorSchemeManager, MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { Activity, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { followEngine } from './api/events/store.ts'
import { later } from './later.ts'
import { queries, SETUP_KEY } from './queries.ts'
import { router } from './router.tsx'
import { sessionOf, useSession } from './stores/session.ts'
import { cssVariablesResolver, theme } from './theme/theme.ts'
import { Announcer } from './ui/Announcer.tsx'
import { StoppedConsole } from './ui/stopped/StoppedConsole.tsx'
import { useFocusAgain } from './ui/use-focus-again.ts'
import { getSetup } from './api/setup.ts'

export const SignIn = later(() => import('./panels/sign-in/SignIn.tsx'), 'SignIn')
const FirstRun = later<'FirstRun', { readonly onDone: () => Promise<void> }>(
  () => import('./panels/first-run/FirstRun.tsx'),
  'FirstRun',
)

const colorSchemeManager = localStorageColorSchemeManager({ key: 'airdesk.scheme' })

export function App() {
  return (
    <MantineProvider
      theme={useNamedTheme()}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queries}>
        <CatchBoundary getResetKey={() => ''} errorComponent={StoppedConsole}>
          <ModalsProvider
            modalProps={{
              centered: true,
              transitionProps: { duration: 160 },
              overlayProps: { backgroundOpacity: 0.4 },
            }}
          >
            <Notifications position="bottom-right" limit={3} containerWidth={360} />
            <Announcer />
            <Suspense fallback={null}>
              <Console />
            </Suspense>
          </ModalsProvider>
        </CatchBoundary>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The theme, with words for the buttons of its components that have an icon only. */
function useNamedTheme() {
  const { t } = useTranslation()
  return useMemo(() => {
    const closeButtonProps = { 'aria-label': t('common.close') }
    return mergeThemeOverrides(theme, {
      components: { Notification: { defaultProps: { closeButtonProps } } },
    })
  }, [t])
}

/** Where a session ends, the console waits out of sight with all that is half written in it, for who signs in again. */
function Console() {
  const signedIn = useSession((s) => s.state.status === 'signed-in')
  const isKept = useSession((s) => sessionOf(s.state) !== null)
  const visit = useSession((s) => s.visit)
  useEffect(() => (signedIn ? followEngine() : undefined), [signedIn])
  const isDue = useFirstRunDue(signedIn)
  const [isOpen, setOpen] = useState(false)
  useFocusAgain(signedIn)
  useEffect(() => {
    // While it is out of sight, it does not hear of the browser's Back.
    const shown = router.state.resolvedLocation
    if (signedIn && shown && shown.href !== router.history.location.href) void router.load()
  }, [signedIn])
  if (!signedIn && !(isKept && isOpen)) return <SignIn />
  if (isDue === false && !isOpen) setOpen(true)
  // Who becomes a master is asked nothing while the console is open: a room that went would take its broadcast along.
  if (isDue === null && !isOpen) return null
  if (isDue) return <FirstRun onDone={() => router.navigate({ to: '/', replace: true })} />
  return (
    <>
      {!signedIn && <SignIn />}
      <Activity key={visit} mode={signedIn ? 'visible' : 'hidden'}>
        <RouterProvider router={router} />
      </Activity>
    </>
  )
}

/** True while the installation has questions for who is signed in; null while that is not known. */
function useFirstRunDue(signedIn: boolean): boolean | null {
  const isMaster = useSession((s) => s.state.status === 'signed-in' && s.state.session.user.isMaster)
  const isAsked = signedIn && isMaster
  const { data, isPending } = useQuery({
    queryKey: SETUP_KEY,
    queryFn: getSetup,
    enabled: isAsked,
    staleTime: Infinity,
  })
  if (!isAsked) return false
  if (isPending) return null
  // Where it can't be told, the console is of more use than a question.
  return data?.finished === false
}
