import type { SfuChannels } from './ports.ts'

/** Channels that nobody can connect to. */
export const noSfu: SfuChannels = { connections: () => [], spotlight: () => null }
