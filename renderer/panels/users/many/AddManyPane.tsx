/** Several new users of a table; then, this once, what they sign in with. */
import { AddManyForm } from './AddManyForm.tsx'
import { useBatch } from './batch.ts'
import { BatchView } from './BatchView.tsx'

export function AddManyPane({ close }: { close: () => void }) {
  const isBegun = useBatch(({ all }) => all.length > 0)
  return isBegun ? <BatchView close={close} /> : <AddManyForm close={close} />
}
