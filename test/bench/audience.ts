/** What is measured of viewers and of what carries it to them; each has a section in docs/scale.md. */
import { compareFirstFrames } from './first-frame.ts'
import { measureLowLatency } from './low-latency.ts'
import { compareOrigins } from './origin.ts'
import type { BenchOptions, Row } from './rows.ts'
import { measureStorePush } from './store-push.ts'
import { measureViewers } from './viewers.ts'

interface AudienceBench {
  /** By which `--only` names it. */
  readonly name: string
  /** Said when it begins. */
  readonly begins: string
  readonly heading: string
  /** What stands above its table. */
  readonly about: string
  /** How it was measured, where not in rounds that alternate. */
  how?(seconds: number): string
  /** Of each round, however many are asked for. */
  readonly mostSeconds?: number
  run(options: BenchOptions): Promise<Row[]>
}

export const AUDIENCE_BENCHES: readonly AudienceBench[] = [
  {
    name: 'origin',
    begins: 'playlists and segments over TLS, against nginx with the same files',
    heading: 'Measured',
    about:
      '`npm run bench -- --only origin --write`, where wrk, h2load and nginx are installed: the same files, TLS on loopback, two processes for both. The client shares the cores with what it measures.',
    // A broadcast that is over is served for ten minutes: all rounds together have to fit.
    mostSeconds: 12,
    run: compareOrigins,
  },
  {
    name: 'first-frame',
    begins: 'from the connect of an encoder to the first picture of a viewer, against nginx-rtmp',
    heading: 'Measured: the first picture',
    about:
      '`npm run bench -- --only first-frame --write`, where nginx has its RTMP module: the same ffmpeg command and file, with key frames 2 s apart. A viewer asks for the playlist each 5 ms and then loads what it names first; of that a picture is decoded.',
    run: compareFirstFrames,
  },
  {
    name: 'viewers',
    begins: 'ten thousand viewers of a broadcast in a store, through nginx',
    heading: 'Measured: nginx as the cache',
    about:
      '`npm run bench -- --only viewers --write`: what `airdesk nginx-config --mode cache` writes, before Azurite with a broadcast of 284 × 160 in it. Each viewer asks for the playlist once in a segment and loads each new segment once; they share 200 connections. Client, nginx, store and service share the cores.',
    how: (seconds) => `One round of ${seconds} s`,
    run: ({ seconds }) => measureViewers(seconds),
  },
  {
    name: 'store-push',
    begins: 'eight channels of 720p published live',
    heading: 'Measured: to a store',
    about:
      '`npm run bench -- --only store-push --write`: from the end of a segment, by the date in its playlist, until the store has answered the PUT of the playlist that names it first. Swift runs as it is installed, each of its four servers a process, with a cache in memory in memcached’s place. The eight encoders begin one after the other within a segment’s length, then all at one moment; what they leave when they are killed is not counted.',
    how: (seconds) => `One round of ${seconds} s for each store`,
    run: ({ seconds }) => measureStorePush(seconds),
  },
  {
    name: 'low-latency',
    begins: 'two test pictures in Chromium, one with low latency, by the clock that is in them',
    heading: 'Measured: low latency',
    about:
      '`npm run bench -- --only low-latency --seconds 600 --write`: the test picture in 360p, transcoded, watched by hls.js in Chromium over HTTP/2 on the same computer: how long ago what is on the screen happened, by the clock that is in it. Plain segments last 2 s.',
    how: (seconds) => `One round of ${seconds} s, both players at the same time`,
    run: ({ seconds }) => measureLowLatency(seconds),
  },
]
