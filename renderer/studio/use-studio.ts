import { useSyncExternalStore } from 'react'
import { getStudio, subscribeStudio, type StudioView } from './view.ts'

export const useStudio = (): StudioView => useSyncExternalStore(subscribeStudio, getStudio)
