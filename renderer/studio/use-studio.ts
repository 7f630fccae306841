import { useSyncExternalStore } from 'react'
import { getStudio, subscribeStudio, type StudioView } from './studio.ts'

export const useStudio = (): StudioView => useSyncExternalStore(subscribeStudio, getStudio)
