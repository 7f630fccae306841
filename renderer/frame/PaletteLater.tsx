/** The palette. Its code comes once there is time, or when it is asked for. */
import { useSpotlight } from '@mantine/spotlight'
import { useEffect, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { whenIdle } from '../idle.ts'
import { palette, paletteStore } from './palette.ts'

export function PaletteLater() {
  const { opened } = useSpotlight(paletteStore)
  const [Palette, setPalette] = useState<ComponentType | null>(null)
  const isMissing = Palette === null
  useEffect(() => {
    if (!isMissing) return
    let isOver = false
    const load = async () => {
      if (!opened) await whenIdle()
      const code = await import('./Palette.tsx')
      if (isOver) return
      // A dialog knows where the focus goes back to when it was there before it opens.
      palette.close()
      flushSync(() => setPalette(() => code.Palette))
      if (opened) palette.open()
    }
    // The console goes on without it. Browsers may not ask again for what failed once, until the page is loaded anew.
    load().catch(() => palette.close())
    return () => {
      isOver = true
    }
  }, [opened, isMissing])
  return Palette && <Palette />
}
