import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { applyToEach, type Failed } from './apply.ts'

/**
 * Does something to many channels.
 * @param doIt rejects where it was not done
 * @param doneText what is said when all of it is done
 * @param close called then
 */
export function useMany(
  doIt: (channel: ChannelView) => Promise<unknown>,
  doneText: (count: number) => string,
  close: () => void,
) {
  const [isRunning, setRunning] = useState(false)
  const [failed, setFailed] = useState<readonly Failed[] | null>(null)
  const run = async (channels: readonly ChannelView[]) => {
    if (isRunning) return
    setRunning(true)
    const failures = await applyToEach(channels, doIt)
    setRunning(false)
    if (failures.length > 0) {
      setFailed(failures)
      return
    }
    notifications.show({ message: doneText(channels.length) })
    close()
  }
  /** `failed`: those of the last run; null before there was one. */
  return { run, isRunning, failed }
}
