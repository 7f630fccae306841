import type { emulatorRunApi } from '../../../../../contract/console/emulator/runs.ts'
import { refusal } from '../../../../../contract/refusal/refusal.ts'
import { junitOf } from '../../../../emulator/coverage/junit.ts'
import { pageOf } from '../../../../emulator/coverage/page.ts'
import type { ConsoleParts } from '../../console-parts.ts'
import type { Handlers } from '../../handlers.ts'
import { started } from './started.ts'

/** The page has its style in itself, and nothing else. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

export function emulatorRunRoutes({
  emulator,
}: Pick<ConsoleParts, 'emulator'>): Handlers<typeof emulatorRunApi> {
  const runs = () => started(emulator).runs
  return {
    readRecord: () => runs().recorder.state,
    startRecord: () => runs().recorder.start(),
    stopRecord: () => runs().recorder.stop(),
    recordFile: () => {
      const { file } = runs().recorder
      if (file === null) throw refusal('NOT_FOUND')
      return {
        content: file,
        headers: { 'content-disposition': 'attachment; filename="airdesk-record.jsonl"' },
      }
    },
    readCalls: () => ({ calls: runs().calls.kinds }),
    readCoverage: () => runs().coverage.view(),
    coverageFile: ({ params: { format } }) => {
      const view = runs().coverage.view()
      return format === 'html'
        ? { content: pageOf(view), headers: PAGE_HEADERS }
        : { content: junitOf(view), headers: { 'content-type': 'application/xml' } }
    },
    forgetCoverage: () => {
      runs().coverage.forget()
      return {}
    },
  }
}
