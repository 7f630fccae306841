/** What can be done with a recording, from its row and from its details. */
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'
import type { RecordingView } from '../../../service/contract/console/recordings.ts'
import { deleteRecording, RECORDINGS_KEY, retryRecording } from '../../api/recordings.ts'
import { byteSize, plain } from '../../i18n/format.ts'
import { queries } from '../../queries.ts'
import { announce } from '../../ui/Announcer.tsx'
import { askDanger } from '../../ui/danger.tsx'
import { channelText, sizeText, storeAddress } from '../../archive/draw-recording.ts'
import { PlayerDialog } from './PlayerDialog.tsx'
import { isUnfinished } from '../../archive/use-recordings.ts'
import { refusalText } from './refusal.ts'

/** Why it cannot be played now; null where it can be tried. */
export function notPlayable({ state, local }: RecordingView): 'recording' | 'sealing' | 'lost' | null {
  if (state === 'recording' || state === 'sealing') return state
  return state === 'failed' && !local ? 'lost' : null
}

export function askPlay(t: TFunction, recording: RecordingView): void {
  const reason = notPlayable(recording)
  if (reason !== null) return void notifications.show({ message: t(`recordings.notPlayable.${reason}`) })
  const name = channelText(t, recording)
  modals.open({
    modalId: 'recording-player',
    title: t('recordings.playerTitle', { name, size: sizeText(t, recording.size) }),
    size: 960,
    closeButtonProps: { 'aria-label': t('common.close') },
    children: <PlayerDialog id={recording.id} hasPicture={recording.size !== null} />,
  })
}

/** Tries its destination again now; that tries everything that waits for it. */
export function retry(t: TFunction, { id, nextTryAt }: RecordingView): void {
  if (nextTryAt === null) return void notifications.show({ message: t('refusal.NOT_WAITING') })
  retryRecording(id)
    .then(
      () => announce(t('recordings.tryingAgain')),
      (error: unknown) => void notifications.show({ message: refusalText(t, error) }),
    )
    .finally(() => void queries.invalidateQueries({ queryKey: RECORDINGS_KEY }))
}

/** Asks, with what would be lost, and deletes. @param done called after the engine has deleted it */
export function askDelete(t: TFunction, recording: RecordingView, done?: () => void): void {
  if (recording.state === 'recording') {
    return void notifications.show({ message: t('refusal.STILL_RECORDING') })
  }
  const { id, bytes, uploadedBytes } = recording
  const name = channelText(t, recording)
  askDanger({
    title: t('recordings.delete.title', { name, size: sizeText(t, recording.size) }),
    lead: leadText(t, recording),
    ...(uploadedBytes > 0 && {
      option: {
        label: t('recordings.delete.fromStore'),
        help: t('recordings.delete.fromStoreHelp', {
          size: plain(byteSize(uploadedBytes)),
          address: storeAddress(recording),
        }),
      },
    }),
    action: t('recordings.delete.do'),
    refusal: refusalText,
    run: async (fromStore) => {
      await deleteRecording(id, fromStore)
      queries.removeQueries({ queryKey: [...RECORDINGS_KEY, 'one', id] })
      await queries.invalidateQueries({ queryKey: RECORDINGS_KEY })
      notifications.show({ message: t('recordings.delete.done', { size: plain(byteSize(bytes)) }) })
      done?.()
    },
  })
}

function leadText(t: TFunction, recording: RecordingView): string {
  const { bytes, uploadedBytes, local } = recording
  if (isUnfinished(recording) && uploadedBytes < bytes) {
    return t('recordings.delete.leadUnfinished', { size: plain(byteSize(bytes - uploadedBytes)) })
  }
  return t(local ? 'recordings.delete.leadLocal' : 'recordings.delete.lead')
}
