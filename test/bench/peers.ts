/** The programs that Airdesk is measured against. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { descendants, isAlive } from '../support/processes.ts'
import { waitFor } from '../support/wait-for.ts'
import { cpuSeconds, peakMegabytes } from './processes.ts'

/** A program that takes one RTMP publisher and makes HLS of it. */
export interface Peer {
  readonly url: string
  /** CPU seconds used so far by whatever serves this peer, ended processes included. */
  cpu(): number
  /** Largest resident memory, MB, of the process that has most; to be asked while it runs. */
  peakMegabytes(): number
  /** Resolves when all that was published is on disk. */
  finished(): Promise<unknown>
  stop(): void
}

const rate = (n: number, bps: string) => `-b:v:${n} ${bps} -maxrate:v:${n} ${bps} -bufsize:v:${n} ${bps}`

/** What the ladder is to ffmpeg: its filters, which give `[v0]` and `[v1]`, and how it encodes those. */
export const FFMPEG_LADDER = {
  filters: '[0:v]fps=30,split=2[a][b];[a]scale=1280:720:flags=bicubic[v0];[b]scale=640:360:flags=bicubic[v1]',
  coding: [
    '-c:v libx264 -preset veryfast -g 60 -keyint_min 60 -sc_threshold 0',
    `${rate(0, '2500k')} -profile:v:0 high ${rate(1, '800k')} -profile:v:1 main`,
  ].join(' '),
}

/** One ffmpeg command that takes RTMP and writes the 720p and 360p ladder as HLS. */
export async function ffmpegLadder(): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  const url = `rtmp://127.0.0.1:${await freePort()}/live/x`
  const { filters, coding } = FFMPEG_LADDER
  const command = [
    `ffmpeg -nostdin -loglevel error -listen 1 -i ${url} -filter_complex '${filters}'`,
    `-map [v0] -map 0:a -map [v1] -map 0:a ${coding}`,
    '-c:a aac -b:a 96k -f hls -hls_time 2 -hls_segment_type fmp4 -hls_flags delete_segments',
    "-var_stream_map 'v:0,a:0 v:1,a:1' r%v.m3u8 & echo $! >&2; wait $!; times",
  ].join(' ')
  // The shell tells what its child has used, which the kernel forgets otherwise.
  const shell = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder })
  let times = ''
  let pid = 0
  shell.stdout.on('data', (text: Buffer) => (times += text.toString()))
  shell.stderr.on('data', (text: Buffer) => (pid ||= Number.parseInt(text.toString(), 10)))
  const exited = once(shell, 'close')
  await waitFor(() => pid > 0, 'ffmpeg to start')
  return {
    url,
    cpu: () => childSeconds(times),
    peakMegabytes: () => peakMegabytes(pid),
    finished: () => exited,
    stop: () => {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    },
  }
}

/** Second line of the shell's `times`: user and system time of its children, as `0m1.234s`. */
function childSeconds(times: string): number {
  const line = times.trim().split('\n')[1] ?? ''
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}

/** nginx with the RTMP module, writing and serving HLS without transcoding; null where it is not installed. */
export async function nginxPassthrough(): Promise<(Peer & { readonly playlist: string }) | null> {
  const module = '/usr/lib/nginx/modules/ngx_rtmp_module.so'
  if (!existsSync(module) || !existsSync('/usr/sbin/nginx')) return null
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  const hls = join(folder, 'hls')
  mkdirSync(hls, { mode: 0o777 })
  const [port, httpPort] = [await freePort(), await freePort()]
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `load_module ${module};
daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 64; }
rtmp { server { listen 127.0.0.1:${port}; chunk_size 4096;
  application live { live on; hls on; hls_path ${hls}; hls_fragment 2s; hls_playlist_length 12s; } } }
http { access_log off; server { listen 127.0.0.1:${httpPort}; root ${hls}; } }
`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', config, '-p', folder], { stdio: 'ignore' })
  const pid = child.pid ?? 0
  const playlist = `http://127.0.0.1:${httpPort}/x.m3u8`
  const answers = () =>
    fetch(playlist).then(
      ({ status }) => status === 404,
      () => false,
    )
  await waitFor(answers, 'nginx to start')
  return {
    url: `rtmp://127.0.0.1:${port}/live/x`,
    playlist,
    cpu: () => cpuSeconds(pid),
    peakMegabytes: () => peakMegabytes(pid),
    // It writes the last segment as the publisher goes.
    finished: () => Promise.resolve(),
    stop: () => child.kill('SIGKILL'),
  }
}

/** nginx as its Debian package sets it up, serving a folder over TLS by sendfile. */
export async function nginxFiles(root: string, certificates: string, processes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; worker_processes ${processes}; user root; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 2048; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; keepalive_timeout 65;
  types { application/vnd.apple.mpegurl m3u8; video/mp4 m4s mp4; }
  server { listen 127.0.0.1:${port} ssl http2 reuseport; root ${root};
    ssl_certificate ${certificates}/server.pem; ssl_certificate_key ${certificates}/server-key.pem;
    ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:tls:10m;
    add_header Access-Control-Allow-Origin *; add_header Cache-Control no-cache; } }
`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', config, '-p', folder], { stdio: 'ignore' })
  const workers = () => descendants(child.pid ?? 0).map(({ pid }) => pid)
  await waitFor(() => workers().length >= processes, 'nginx to start')
  return {
    url: `https://127.0.0.1:${port}`,
    pids: workers,
    // Its workers end with it only where it is asked.
    stop: () => child.kill('SIGTERM'),
  }
}
