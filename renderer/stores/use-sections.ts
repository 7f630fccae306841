import { useSignedIn } from './session.ts'

/** Of the settings, in their order. */
export const SECTIONS = [
  'general',
  'service',
  'systems',
  'quotas',
  'notifications',
  'shortcuts',
  'storage',
  'data',
  'audit',
  'emulator',
  'privacy',
  'about',
] as const
export type Section = (typeof SECTIONS)[number]

/** What there is to settle; who may not see a section is not told of it. */
export function useSections(): readonly Section[] {
  const { isMaster } = useSignedIn().user
  return SECTIONS.filter((name) => isMaster || (name !== 'audit' && name !== 'quotas'))
}
