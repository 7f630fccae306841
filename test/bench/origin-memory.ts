/** What a process of the origin needs for eight channels of three renditions, beside who loads them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChannelId, ConnectionId } from '../../service/contract/ids.ts'
import { OriginWorkers } from '../../service/control/workers/origin-workers.ts'
import { Handover } from '../../service/media/origin/handover.ts'
import { SegmentStore } from '../../service/media/hls/segment-store.ts'
import { startMediaLink } from '../../service/media/link/media-link.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { nodeHost } from '../../service/platform/host.ts'
import { newId } from '../../service/platform/ids.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { ServedCertificate } from '../../service/platform/tls/served-certificate.ts'
import { Topics } from '../../service/platform/topics.ts'
import { OPEN_GATE } from '../support/open-door.ts'
import { selfSigned } from '../support/self-signed.ts'
import { saturate } from './http-load.ts'
import { peakMegabytes, residentMegabytes } from './processes.ts'
import type { Row } from './rows.ts'

/** Segments of 2 s at 2.5, 0.8 and 0.4 Mbit/s and 96 kbit/s of sound. */
const SIZES = [650_000, 225_000, 125_000]
const CHANNELS = 8
/** Segments whose files are there: those listed and as many that have left. */
const KEPT = 16
const SEGMENTS = 24

export async function originMemory(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  const { key, cert } = await selfSigned('127.0.0.1')
  const logger = createLogger('silent')
  const link = await startMediaLink()
  const handover = new Handover()
  const store = new SegmentStore({ directory: root, logger, follower: handover })
  const pids: number[] = []
  const host = nodeHost((name) => join(import.meta.dirname, '../../out/service', `${name}.js`))
  const origins = new OriginWorkers({
    host: {
      start: async (name) => {
        const worker = await host.start(name)
        pids.push(worker.pid)
        return worker
      },
    },
    ...{ clock: systemClock, logger, backOff: { firstMs: 20, longestMs: 80, stableMs: 60_000 } },
    topics: new Topics(),
    feed: () => {
      const peer = link.accept('memory', 5000)
      void peer.then((one) => handover.attach(one, []))
      return Promise.resolve({ pipe: link.path, token: 'memory' })
    },
  })
  const any = { host: '127.0.0.1', port: 0 }
  try {
    const { httpsPort } = await origins.start(
      {
        ...{ http: any, https: any, hlsDirectory: root, gate: () => OPEN_GATE, originProcesses: 1 },
        certificate: new ServedCertificate({ certificate: cert, privateKey: key }),
      },
      Promise.resolve(),
    )
    const folders = Array.from({ length: CHANNELS }, () =>
      [newId<ChannelId>(), newId<ConnectionId>()].join('/'),
    )
    const pid = pids[0] ?? 0
    const url = `https://127.0.0.1:${httpsPort}/${folders[0]}/r0.m3u8`
    await air(store, folders, 0, 1)
    const viewers = saturate({ url, pids }, 50, 40)
    await air(store, folders, 1, SEGMENTS)
    await viewers
    return [
      [
        'Process of the origin with eight channels of three renditions and 50 players, MB',
        ...[residentMegabytes(pid).toFixed(0), `at most: ${peakMegabytes(pid).toFixed(0)}`, '', '≤ 120'],
      ] as Row,
    ]
  } finally {
    await origins.close()
    await link.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** A segment of each in 2 s, as on air. */
async function air(store: SegmentStore, folders: readonly string[], from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) {
    for (const folder of folders) {
      for (const [rendition, size] of SIZES.entries()) {
        await store.write(`${folder}/r${rendition}/${number}.m4s`, Buffer.alloc(size, number))
        await store.write(
          `${folder}/r${rendition}.m3u8`,
          `#EXTM3U\n${'# a line of a playlist\n'.repeat(60)}${number}\n`,
        )
        if (number >= KEPT) await store.remove(`${folder}/r${rendition}/${number - KEPT}.m4s`)
      }
    }
    await delay(2000)
  }
}
