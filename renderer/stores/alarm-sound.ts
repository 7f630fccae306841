/** Whether alarms are heard, the same in all windows of this browser. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface AlarmSound {
  readonly isOn: boolean
  /** Keys of alarms that somebody has heard. */
  readonly silenced: readonly string[]
  readonly switchTo: (isOn: boolean) => void
  /** Until there is another one. @param keys of all that there are now */
  readonly silence: (keys: readonly string[]) => void
}

const NAME = 'airdesk.alarm-sound'

export const useAlarmSound = create<AlarmSound>()(
  persist(
    (set) => ({
      isOn: true,
      silenced: [],
      switchTo: (isOn) => set({ isOn }),
      silence: (silenced) => set({ silenced }),
    }),
    { name: NAME, partialize: ({ isOn, silenced }) => ({ isOn, silenced }) },
  ),
)

/** Takes over what another window was told. */
export function followOtherWindows(): () => void {
  const changed = ({ key }: StorageEvent) => void (key === NAME && useAlarmSound.persist.rehydrate())
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}
