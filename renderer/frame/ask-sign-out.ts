import type { TFunction } from 'i18next'
import { signOut } from '../api/session.ts'
import { endBroadcast } from '../studio/end-broadcast.ts'
import { isBusy, isRehearsal } from '../studio/states.ts'
import { getStudio } from '../studio/view.ts'
import { askDanger } from '../ui/danger.tsx'

/** Signs out. A broadcast of this window ends before, and whoever is on air is asked. */
export function askSignOut(t: TFunction): void {
  const { state, name } = getStudio()
  if (!isBusy(state)) return void signOut()
  const endAndLeave = async () => {
    await endBroadcast()
    await signOut()
  }
  if (isRehearsal(state)) return void endAndLeave()
  askDanger({
    title: t('onAir.signOut.title', { name }),
    lead: t('onAir.signOut.lead'),
    action: t('onAir.signOut.do'),
    run: endAndLeave,
  })
}
