import type { TFunction } from 'i18next'
import { askDanger } from './danger.tsx'

/**
 * Asks whether what is not saved may go.
 * @param once true for what is shown this once
 * @param closed called when the question is gone, however it was answered
 */
export function askDiscard(t: TFunction, discard: () => void, once = false, closed?: () => void): void {
  const words = once ? 'once' : 'typed'
  askDanger({
    title: t(`discard.${words}.title`),
    lead: t(`discard.${words}.lead`),
    action: t(`discard.${words}.do`),
    run: () => Promise.resolve(discard()),
    ...(closed && { closed }),
  })
}
