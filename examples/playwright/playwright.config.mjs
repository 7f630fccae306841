/** `CHROMIUM_PATH` names a Chromium where Playwright's own is not installed. */
const executablePath = process.env.CHROMIUM_PATH

export default {
  timeout: 60_000,
  expect: { timeout: 30_000 },
  use: { launchOptions: executablePath ? { executablePath, args: ['--no-sandbox'] } : {} },
}
