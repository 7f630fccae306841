import { useModals } from '@mantine/modals'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** A dialog goes with the room that it was opened in, also where the session ends, unless it is one that Escape does not close: it shows what is shown once. */
export function useDialogsOfRoom(): void {
  const router = useRouter()
  const { modals: open, closeModal } = useModals()
  const leave = useEffectEvent(() => {
    for (const { id, props } of open) if (props.closeOnEscape !== false) closeModal(id)
  })
  useEffect(() => {
    const subscribed = router.subscribe('onBeforeLoad', ({ pathChanged }) => {
      if (pathChanged) leave()
    })
    return () => {
      subscribed()
      leave()
    }
  }, [router])
}
