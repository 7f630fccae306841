/** The image of the Debian package: what is sent to its published ports is watched there, and its log has no secrets. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { beforeAll, describe, expect, it } from 'vitest'
import { WEBRTC_FLAGS, findHeadlessShell } from '../../scripts/lib/chromium.mjs'
import { callLive } from '../support/live-client.ts'
import { seeEachOther } from '../support/see-each-other.ts'
import type { Ready } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { startSite } from '../webrtc/site.ts'
import { broadcastOnce } from './broadcast.ts'
import { cleanRootFault, makeCleanRoot } from './clean-root.ts'
import { buildImage, podman, removeImages, startContainer, type Container } from './container.ts'
import { linuxPackages } from './linux-packages.ts'

describe.skipIf(cleanRootFault())(`in a container${cleanRootFault() ? `: ${cleanRootFault()}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-container-'))
  let container: Container
  let ready: Ready

  beforeAll(async () => {
    linuxPackages()
    const root = makeCleanRoot({ node: false })
    try {
      buildImage(root)
    } finally {
      root.remove()
    }
    container = await startContainer('--allow-plain-http-on-the-network --media-announce 127.0.0.1')
    return () => {
      container.remove()
      removeImages()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('is healthy once it is ready', async () => {
    await waitFor(() => container.isHealthy(), 'its health')
    ready = container.ready(folder)
    expect(ready.live_base_url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  })

  it('an encoder of this computer publishes, and HLS is watched here', async () => {
    expect((await broadcastOnce(ready)).video).toMatchObject({ width: 640, height: 360 })
  })

  it('clients of WebRTC in a browser here see each other', async () => {
    const site = await startSite()
    const executablePath = findHeadlessShell()
    const browser = await chromium.launch({
      args: WEBRTC_FLAGS,
      ...(executablePath !== undefined && { executablePath }),
    })
    try {
      const channel = await callLive(ready, 'Service_20200316.CreateMultistreamChannel', {})
      const { channel_id: channelId } = channel
      await seeEachOther(await browser.newPage(), site.url, { url: ready.signaling_url, channelId })
    } finally {
      await browser.close()
      site.close()
    }
  })

  it('has no secret in its log, and ends in order', () => {
    const log = container.log()
    expect(log).toContain('ready')
    for (const secret of [ready.password, ready.access_code, ready.access_token])
      expect(log).not.toContain(secret)
    podman('stop', '--time', '10', container.name)
    expect(podman('inspect', '--format', '{{.State.ExitCode}}', container.name).trim()).toBe('0')
  })
})
