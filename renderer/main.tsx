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
import { startTexts } from './i18n/index.ts'
import { usePreferences } from './stores/preferences.ts'
import { useSession } from './stores/session.ts'
import { gateSingleKeys } from './ui/frame/single-keys.ts'

gateSingleKeys()
startTexts(usePreferences.getState().language)
followPreferences()
followUpdates()
followDensity()
followContrast()
whenUnauthorized(() => useSession.getState().end())
void openSession(takeEntry())
await knowJapanese(usePreferences.getState().language)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
