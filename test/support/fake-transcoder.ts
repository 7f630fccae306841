/**
 * A stand-in for a transcoder and for a test picture: takes its task and does nothing. Its token, or the
 * address it is to publish to, says how it behaves: `refuse` the task, be `unwelcome` there, `crash` on it, or `run`.
 */
import { refusal } from '../../service/contract/refusal/refusal.ts'
import type { TestPictureRequests, TranscoderRequests } from '../../service/contract/worker-protocol.ts'
import { parentLink } from '../../service/platform/parent-link.ts'
import { Rpc } from '../../service/platform/rpc.ts'

const link = parentLink()
link.onClose(() => process.exit(0))

function take(task: string): Record<string, never> {
  if (task.includes('refuse')) throw new Error('no')
  if (task.includes('unwelcome')) throw refusal('TEST_PICTURE_REFUSED', { reason: 'not today' })
  if (task.includes('crash')) process.exit(1)
  return {}
}

Rpc.connect<Record<string, never>, TranscoderRequests & TestPictureRequests>(link, {
  begin: () => ({}),
  assign: ({ token }) => take(token),
  publish: ({ url }) => take(url),
})
// Nothing else keeps it alive: the link does, until control is gone.
