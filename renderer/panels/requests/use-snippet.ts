import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { EngineView } from '../../../service/contract/console/engine-view.ts'
import type { RequestDetail } from '../../../service/contract/console/requests.ts'
import { useEngine } from '../../api/events/hooks.ts'
import type { HttpCall } from '../../snippet/http-call.ts'
import { snippetOf } from '../../snippet/languages.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { copyText } from '../../ui/copy.ts'
import { appCall, canRun, readParameters } from '../../explorer/run.ts'

/** The call again, as an app makes it; null where it is not known whole. Pure. */
export function loggedCall(
  { api, operation, request }: Pick<RequestDetail, 'api' | 'operation' | 'request'>,
  bases: Pick<EngineView, 'liveBaseUrl' | 'optionBaseUrl'>,
): HttpCall | null {
  const parameters = request?.cut === true ? null : readParameters(request?.text ?? '')
  return parameters !== null && canRun({ api, operation })
    ? appCall({ api, operation }, parameters, bases)
    : null
}

/** Logged calls in the language that was chosen last. */
export function useSnippet() {
  const { t } = useTranslation()
  const engine = useEngine()
  const language = usePreferences((s) => s.snippetLanguage)
  const callOf = (call: RequestDetail) => (engine === null ? null : loggedCall(call, engine))
  return {
    callOf,
    copy: async (call: RequestDetail) => {
      const made = callOf(call)
      if (made === null) notifications.show({ message: t('requests.notWhole') })
      else if (await copyText(t, snippetOf(made, language)))
        notifications.show({ message: t('requests.codeCopied') })
    },
  }
}
