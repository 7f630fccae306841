/** The settings of the system as they are typed, and what another window saved since. */
import { changeSystemRequest, type SystemSettings } from '../../../service/contract/console/system.ts'
import { renewSession } from '../../api/session.ts'
import { changeSystem } from '../../api/system.ts'
import { useMeanwhile } from '../../form/use-meanwhile.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { brokenBy, useSavedForm } from '../../form/use-saved-form.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { sectionOf } from './search.ts'

const trimmed = (values: SystemSettings): SystemSettings => ({ ...values, name: values.name.trim() })

const same = (a: SystemSettings, b: SystemSettings): boolean =>
  JSON.stringify(trimmed(a)) === JSON.stringify(trimmed(b))

/** What was changed here, on top of what is saved now. */
const rebased = (mine: SystemSettings, base: SystemSettings, now: SystemSettings): SystemSettings => ({
  name: mine.name === base.name ? now.name : mine.name,
  timeZone: mine.timeZone === base.timeZone ? now.timeZone : mine.timeZone,
  passwordMinLength:
    mine.passwordMinLength === base.passwordMinLength ? now.passwordMinLength : mine.passwordMinLength,
})

/** @param known what is saved */
export function useSystemForm(known: SystemSettings) {
  const saving = useSavedForm({
    start: known,
    check: (values) => brokenBy(changeSystemRequest, trimmed(values)),
    place: ({ problems }) => byPath(problems),
    asTyped: true,
    send: (values) => changeSystem(trimmed(values)),
    sent: renewSession,
  })
  const { form, save } = saving
  const meanwhile = useMeanwhile<SystemSettings>({
    ...{ known, values: form.values, setValues: form.setValues },
    ...{ same, rebased, busy: save.isPending },
  })
  useUnsaved(meanwhile.isTyped, { of: sectionOf })
  return { ...saving, ...meanwhile }
}
