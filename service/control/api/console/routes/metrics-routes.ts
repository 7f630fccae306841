import type { metricsApi } from '../../../../contract/console/metrics.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** For programs that watch the service; sessions of the console do not matter here. */
export function metricsRoutes({ metrics }: Pick<ConsoleParts, 'metrics'>): Handlers<typeof metricsApi> {
  return {
    read: async ({ request }) => {
      const { authorization, accept = '' } = request.headers
      const verdict = metrics.admit(authorization)
      if (verdict === 'off') throw refusal('NOT_FOUND')
      if (verdict === 'refused') throw refusal('NOT_AUTHENTICATED')
      const { contentType, text } = await metrics.read(accept)
      return { content: text, headers: { 'content-type': contentType, 'cache-control': 'no-store' } }
    },
  }
}
