/** Chromium with a camera that is hard to compress. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { WEBRTC_FLAGS, findChromium } from '../../../scripts/lib/chromium.mjs'
import { listen, portOf } from '../../support/http-endpoint.ts'

const CAMERA = resolve('out/bench/camera-360.mjpeg')

export interface LossBrowser {
  /** A new page; its connections end when it is closed. */
  open(): Promise<Page>
  close(): Promise<void>
}

export async function openBrowser(): Promise<LossBrowser> {
  makeCamera()
  const script = stripTypeScriptTypes(await readFile(join(import.meta.dirname, 'page.ts'), 'utf8'))
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>')
  })
  await listen(server)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: [...WEBRTC_FLAGS, `--use-file-for-fake-video-capture=${CAMERA}`],
    ...(executablePath !== undefined && { executablePath }),
  })
  return {
    open: async () => {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${portOf(server)}/`)
      await page.waitForFunction(() => 'peers' in window)
      return page
    },
    close: async () => {
      await browser.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** 640×360, 30 frames/s, with noise, so that the encoder uses the bit rate that it may. */
function makeCamera(): void {
  if (existsSync(CAMERA)) return
  mkdirSync(join('out', 'bench'), { recursive: true })
  const args = `-y -loglevel error -f lavfi -i testsrc2=size=640x360:rate=30,noise=alls=12:allf=t -t 10 -c:v mjpeg -q:v 4`
  const { status, stderr } = spawnSync('ffmpeg', [...args.split(' '), CAMERA], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ffmpeg could not make the camera's picture: ${stderr}`)
}
