/** What of the alarms leaves the page: sound, and notices of the browser. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { followOtherWindows, useAlarmSound } from '../stores/alarm-sound.ts'
import { useBrowserNotices } from './browser-notices.ts'
import { getStudio, subscribeStudio } from '../studio/view.ts'
import { newSince, ringing, type Alarm } from './alarms.ts'
import { sound } from './tones.ts'

/** Between two times that what is urgent is heard; milliseconds. */
const AGAIN_MS = 4000

/** A microphone beside the loudspeaker would send the alarm to viewers. */
export const useMicrophoneOnAir = (): boolean =>
  useSyncExternalStore(subscribeStudio, () => {
    const { state, source, isMuted } = getStudio()
    const isOnAir = state.kind === 'live' || state.kind === 'reconnecting'
    return isOnAir && !isMuted && (source?.kind === 'camera' || source?.kind === 'screen')
  })

/** True in one of the windows of this browser: several would be heard as an echo. */
function useIsVoice(): boolean {
  // Away from loopback and https there is no way to know of the others.
  const [isVoice, setIsVoice] = useState(!('locks' in navigator))
  useEffect(() => {
    if (!('locks' in navigator)) return
    const leaving = new AbortController()
    const until = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    const hold = () => {
      setIsVoice(true)
      return until
    }
    // Rejects where this window is left before it was its turn.
    navigator.locks.request('airdesk.alarm', { signal: leaving.signal }, hold).catch(() => undefined)
    return () => leaving.abort()
  }, [])
  return isVoice
}

/** Makes alarms heard and, away from the page, seen. @returns whether they are heard until somebody silences them */
export function useVoice(alarms: readonly Alarm[] | null): boolean {
  const { isOn, silenced } = useAlarmSound()
  const isVoice = useIsVoice()
  const isMicrophoneOnAir = useMicrophoneOnAir()
  const mayBeHeard = isOn && !isMicrophoneOnAir
  const rings = mayBeHeard && ringing(alarms ?? [], silenced)
  const notify = useBrowserNotices()
  const before = useRef<ReadonlySet<string> | null>(null)
  useEffect(followOtherWindows, [])

  const isHeard = rings && isVoice
  useEffect(() => {
    if (!isHeard) return undefined
    void sound('urgent')
    const timer = setInterval(() => void sound('urgent'), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isHeard])

  const tell = useEffectEvent((fresh: readonly Alarm[]) => {
    const [worst] = fresh
    if (worst === undefined || !isVoice) return
    if (mayBeHeard && worst.level !== 'urgent') void sound(worst.level)
    for (const alarm of fresh) notify(alarm)
  })
  useEffect(() => {
    if (alarms === null) return
    tell(newSince(before.current, alarms))
    before.current = new Set(alarms.map(({ key }) => key))
  }, [alarms])
  return rings
}
