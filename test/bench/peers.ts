/** The programs that Airdesk is measured against. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '../support/wait-for.ts'

export interface Peer {
  readonly url: string
  readonly pids: () => number[]
  /** Resolves when its first segment is on disk. */
  readonly started: () => Promise<unknown>
  stop(): void
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

const segments = (folder: string) => () =>
  waitFor(() => readdirSync(folder).some((name) => /\.(ts|m4s)$/.test(name)), 'the first segment of the peer')

/** One ffmpeg command that takes RTMP and writes the 720p and 360p ladder as HLS. */
export async function ffmpegLadder(): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  const url = `rtmp://127.0.0.1:${await freePort()}/live/x`
  const graph =
    '[0:v]fps=30,split=2[a][b];[a]scale=1280:720:flags=bicubic[v0];[b]scale=640:360:flags=bicubic[v1]'
  const rate = (n: number, bps: string) => `-b:v:${n} ${bps} -maxrate:v:${n} ${bps} -bufsize:v:${n} ${bps}`
  const args = [
    ...`-loglevel error -listen 1 -i ${url} -filter_complex ${graph} -map [v0] -map 0:a -map [v1] -map 0:a`.split(
      ' ',
    ),
    ...'-c:v libx264 -preset veryfast -g 60 -keyint_min 60 -sc_threshold 0'.split(' '),
    ...`${rate(0, '2500k')} -profile:v:0 high ${rate(1, '800k')} -profile:v:1 main`.split(' '),
    ...'-c:a aac -b:a 96k -f hls -hls_time 2 -hls_segment_type fmp4 -hls_flags delete_segments'.split(' '),
    '-var_stream_map',
    'v:0,a:0 v:1,a:1',
    join(folder, 'r%v.m3u8'),
  ]
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  return peer(url, child, segments(folder))
}

/** nginx with the RTMP module, writing HLS without transcoding; null where it is not installed. */
export async function nginxPassthrough(): Promise<Peer | null> {
  const module = '/usr/lib/nginx/modules/ngx_rtmp_module.so'
  if (!existsSync(module) || !existsSync('/usr/sbin/nginx')) return null
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  const hls = join(folder, 'hls')
  mkdirSync(hls, { mode: 0o777 })
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `load_module ${module};
daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 64; }
rtmp { server { listen 127.0.0.1:${port}; chunk_size 4096;
  application live { live on; hls on; hls_path ${hls}; hls_fragment 2s; hls_playlist_length 12s; } } }
`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', config, '-p', folder], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  return peer(`rtmp://127.0.0.1:${port}/live/x`, child, segments(hls))
}

function peer(url: string, child: ChildProcess, started: () => Promise<unknown>): Peer {
  return {
    url,
    pids: () => [child.pid ?? 0],
    started,
    stop: () => child.kill('SIGKILL'),
  }
}
