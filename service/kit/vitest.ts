/** `import { test } from 'airdesk/vitest'`. */
export { startAirdesk } from './airdesk.ts'
