/** `import { test } from 'airdesk/playwright'`. */
export { startAirdesk } from './airdesk.ts'
