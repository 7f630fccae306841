import { BrowserWindow, desktopCapturer, Menu, session, type DesktopCapturerSource } from 'electron'
import { isConsoleAddress } from './navigation.ts'
import { fill, type Texts } from './texts.ts'

/** Lets the studio share a screen or a window that the operator chooses; nothing is shared without a choice. */
export function offerScreens(consoleUrl: () => string | null, texts: () => Texts): void {
  session.defaultSession.setDisplayMediaRequestHandler(
    ({ frame, userGesture }, answer) => {
      if (!userGesture || frame === null || !isConsoleAddress(frame.url, consoleUrl())) return answer(null)
      void choose(texts()).then(
        (source) => answer(source === null ? null : { video: source }),
        () => answer(null),
      )
    },
    { useSystemPicker: true },
  )
}

async function choose(texts: Texts): Promise<DesktopCapturerSource | null> {
  const sources = await desktopCapturer.getSources({
    types: ['screen', 'window'],
    thumbnailSize: { width: 0, height: 0 },
  })
  // Where the system asks by itself, it gives what was chosen.
  const [only] = sources
  if (only && sources.length === 1) return only
  return new Promise((resolve) => {
    const menu = Menu.buildFromTemplate(
      sources.map((source) => ({
        label: source.id.startsWith('screen:') ? fill(texts.shareScreen, { name: source.name }) : source.name,
        click: () => resolve(source),
      })),
    )
    const window = BrowserWindow.getFocusedWindow()
    // A click may be told after the menu is gone.
    const gone = () => setTimeout(() => resolve(null), 200)
    menu.popup({ ...(window ? { window } : {}), callback: gone })
  })
}
