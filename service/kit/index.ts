/** `import { startAirdesk } from 'airdesk'`. */
export { startAirdesk } from './airdesk.ts'
export type { Airdesk, StartOptions } from './airdesk.ts'
export type { LiveAnswer, LiveClient, LiveOperation, LiveRequest, OptionClient } from './clients.ts'
export type { Ready } from './ready.ts'
export { StartError } from './service-process.ts'
export type { State } from './state.ts'
