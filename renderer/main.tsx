import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import './theme/fonts.css'
import './theme/base.css'
import './theme/contrast.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/v4/core'
import { answers } from './api/client.ts'
import { whenUnauthorized } from './api/http.ts'
import { openSession, takeEntry } from './api/session.ts'
import { App, SignIn } from './app.tsx'
import { followPreferences } from './desktop/follow-preferences.ts'
import { followUpdates } from './desktop/updates.ts'
import { followContrast } from './theme/follow-contrast.ts'
import { followDensity } from './theme/follow-density.ts'
import { knowJapanese } from './theme/japanese-font.ts'
import { readSetup } from './api/setup.ts'
import { atMost } from './at-most.ts'
import { knowAllTexts, startTexts } from './i18n/index.ts'
import { loadLater } from './later.ts'
import { router } from './router.tsx'
import { usePreferences } from './stores/preferences.ts'
import { useSession } from './stores/session.ts'
import { gateSingleKeys } from './frame/single-keys.ts'

/** Nobody looks at an empty window for longer. */
const LONGEST_WAIT_MS = 250
/** What is done first has the computer to itself. */
const ALL_CODE_AFTER_MS = 10_000

// The page's policy forbids it to make code; schemas that come later are not to try.
config({ jitless: true })
gateSingleKeys()
followPreferences()
followUpdates()
followDensity()
followContrast()
whenUnauthorized(() => useSession.getState().end())
if (navigator.webdriver) answers.checks = await import('./api/checks.ts')
const { language } = usePreferences.getState()
// In this order, as browsers load few files at a time: the questions, the words, the room.
const begun = [beginning(), startTexts(language), knowJapanese(language)]
loadRoomCode()
await Promise.all(begun)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
setTimeout(() => {
  void loadLater()
  void knowAllTexts()
}, ALL_CODE_AFTER_MS)

/** What the first picture shows is asked for at once; what takes longer is waited for in the page. */
async function beginning(): Promise<void> {
  const entry = takeEntry()
  const setup = entry === null ? readSetup() : Promise.resolve(false)
  const known = openSession(entry).then(async () => {
    // The questions of a new installation have addresses of their own, which the router does not know.
    const isSetUp = await setup
    if (useSession.getState().state.status !== 'signed-in') await SignIn.preload()
    else if (isSetUp) await router.load()
  })
  await atMost(LONGEST_WAIT_MS, known)
}

/** The code of the room that is opened is on its way while it is asked who is signed in. */
function loadRoomCode(): void {
  router.updateLatestLocation()
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of matchedRoutes) void router.loadRouteChunk(route)
}
