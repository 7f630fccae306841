/** What is typed over what is saved, while another window may save something else: nothing is saved over it unseen. */
import { useEffect, useEffectEvent, useState } from 'react'

interface Options<Values> {
  /** What is saved now. */
  readonly known: Values
  readonly values: Values
  readonly setValues: (values: Values) => void
  readonly same: (a: Values, b: Values) => boolean
  /** True while the values are on their way to be saved. */
  readonly busy: boolean
  /** What was changed here since `base`, on top of what is saved now; all of it where there is but one value. */
  readonly rebased?: (mine: Values, base: Values, now: Values) => Values
}

export function useMeanwhile<Values>(options: Options<Values>) {
  const { known, values, setValues, same, busy, rebased = (mine) => mine } = options
  /** What was saved when the change began. */
  const [base, setBase] = useState(known)
  const isChanged = !same(values, known)
  const isTyped = isChanged && !same(values, base)
  const begin = (from: Values) => {
    setBase(known)
    setValues(from)
  }
  // Where nothing is typed, what is saved is shown.
  const follow = useEffectEvent(() => {
    if (!isTyped && !same(base, known)) begin(known)
  })
  useEffect(() => {
    const timer = setTimeout(() => follow())
    return () => clearTimeout(timer)
  }, [known])
  return {
    isChanged,
    isTyped,
    /** Somebody saved something else since. */
    meanwhile: isTyped && !busy && !same(base, known),
    takeTheirs: () => begin(known),
    keepMine: () => begin(rebased(values, base, known)),
  }
}
