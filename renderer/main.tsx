import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import './theme/fonts.css'
import './theme/base.css'
import './theme/contrast.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenUnauthorized } from './api/http.ts'
import { openSession, takeEntry } from './api/session.ts'
import { App } from './app.tsx'
import { followPreferences } from './desktop/follow-preferences.ts'
import { followUpdates } from './desktop/updates.ts'
import { followContrast } from './theme/follow-contrast.ts'
import { followDensity } from './theme/follow-density.ts'
import { knowJapanese } from './theme/japanese-font.ts'
import { readSetup } from './api/setup.ts'
import { atMost } from './at-most.ts'
import { startTexts } from './i18n/index.ts'
import { loadRooms, router } from './router.tsx'
import { usePreferences } from './stores/preferences.ts'
import { useSession } from './stores/session.ts'
import { gateSingleKeys } from './ui/frame/single-keys.ts'

/** Nobody looks at an empty window for longer. */
const LONGEST_WAIT_MS = 250

gateSingleKeys()
startTexts(usePreferences.getState().language)
followPreferences()
followUpdates()
followDensity()
followContrast()
whenUnauthorized(() => useSession.getState().end())
await Promise.all([knowJapanese(usePreferences.getState().language), beginning()])

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
void loadRooms()

/** What the first picture shows is asked for at once; what takes longer is waited for in the page. */
async function beginning(): Promise<void> {
  const entry = takeEntry()
  const setup = entry === null ? readSetup() : Promise.resolve(false)
  const known = openSession(entry).then(async () => {
    // The questions of a new installation have addresses of their own, which the router does not know.
    const isSetUp = await setup
    if (isSetUp && useSession.getState().state.status === 'signed-in') await router.load()
  })
  await atMost(LONGEST_WAIT_MS, known)
}
