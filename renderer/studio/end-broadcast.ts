/** Ends what runs, for pages that begin without the studio's code: where something runs, it is there. */
export const endBroadcast = async (): Promise<void> => (await import('./studio.ts')).end()
