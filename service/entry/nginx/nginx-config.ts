/** Configurations for nginx, as Debian has it (1.22 or newer), in front of what viewers load. */
import { UsageError } from '../../platform/settings/usage-error.ts'

export interface NginxWishes {
  /** `files`: it serves the live window from this computer's disk; `cache`: it keeps what it asks an origin for. */
  readonly mode: 'files' | 'cache'
  /** Address and port that nginx listens on. */
  readonly host: string
  readonly port: number
  readonly serverNames: readonly string[]
  /** PEM files that nginx shows. */
  readonly certificate: string
  readonly key: string
  /** Where playlists lie below; an installation's own origin, or the public address of a store. */
  readonly origin: URL
  /** Authority of a local origin; null: those that the computer trusts. */
  readonly originAuthority: string | null
  /** The folder of playlists and segments. */
  readonly files: string
  /** Of nginx alone: its cache, logs and number of its process. */
  readonly folder: string
  /** Who nginx becomes where root starts it: playlists are readable by their owner only. */
  readonly user: string
}

/** Addresses that viewers load, as the origin knows them. */
const ID = '[0-9A-HJKMNP-TV-Z]{26}'
const PLAYLIST = `^/(?<channel>${ID})/(?:${ID}/)?(?:index|r[0-9]+)\\.m3u8$`
const MEDIA = `^/(?<channel>${ID})/${ID}/r[0-9]+/(?:[0-9]+(?:\\.[0-9]+)?\\.m4s|init-[0-9]+\\.mp4)$`

/** @throws UsageError for a path that nginx would read as something else */
export function nginxConfig(wishes: NginxWishes): string {
  const { mode, host, port, serverNames, user } = wishes
  return `# Written by airdesk nginx-config. Try it: nginx -t -c <this file>. Run it: nginx -c <this file>.
user ${quoted(user)};
worker_processes auto;
worker_rlimit_nofile 65536;
pid ${quoted(`${wishes.folder}/nginx.pid`)};
error_log ${quoted(`${wishes.folder}/error.log`)} warn;
events { worker_connections 16384; }

http {
  access_log off;
  server_tokens off;
  default_type application/octet-stream;
  types {
    application/vnd.apple.mpegurl m3u8;
    video/mp4 m4s mp4;
  }
  client_body_temp_path ${quoted(`${wishes.folder}/body`)};
  proxy_temp_path ${quoted(`${wishes.folder}/proxy`)};
  fastcgi_temp_path ${quoted(`${wishes.folder}/fastcgi`)};
  uwsgi_temp_path ${quoted(`${wishes.folder}/uwsgi`)};
  scgi_temp_path ${quoted(`${wishes.folder}/scgi`)};
  proxy_cache_path ${quoted(`${wishes.folder}/cache`)} levels=1:2 keys_zone=airdesk:16m max_size=2g inactive=10m use_temp_path=off;

${upstream(wishes)}
  # What players of low latency ask a playlist for; nothing else of a query reaches the origin, nor makes a copy.
  map $args $directives {
    default "";
    "~^(?<asked>_HLS_[a-z]+=[0-9A-Za-z]+(?:&_HLS_[a-z]+=[0-9A-Za-z]+){0,2})$" "?$asked";
  }
  server {
    listen ${host.includes(':') ? `[${host}]` : host}:${port} ssl http2 backlog=4096;
    server_name ${serverNames.join(' ')};
    ssl_certificate ${quoted(wishes.certificate)};
    ssl_certificate_key ${quoted(wishes.key)};
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_session_cache shared:airdesk_tls:16m;
    ssl_session_timeout 1d;
    # The kernel encrypts what sendfile sends, where it can.
    ssl_conf_command Options KTLS;
    sendfile on;
    tcp_nopush on;
    keepalive_timeout 60s;
    client_max_body_size 1k;
    if ($request_method !~ ^(?:GET|HEAD|OPTIONS)$) { return 405; }

${mode === 'files' ? filesLocations(quoted(wishes.files), wishes.origin) : cacheLocations(wishes.origin)}
    location / { return 404; }
  }
}
`
}

/** One name for the origin, over connections that are kept. */
function upstream({ origin, originAuthority }: NginxWishes): string {
  const port = origin.port || (origin.protocol === 'https:' ? '443' : '80')
  const isSecure = origin.protocol === 'https:'
  const trusted = quoted(originAuthority ?? '/etc/ssl/certs/ca-certificates.crt')
  return `  upstream origin {
    server ${origin.hostname === 'localhost' ? '127.0.0.1' : origin.hostname}:${port} max_fails=0;
    keepalive 32;
  }
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host ${origin.host};
  proxy_set_header User-Agent nginx;
  proxy_set_header Accept-Encoding "";
  proxy_connect_timeout 2s;
  # The origin answers a reload when there is something new, or after 20 s.
  proxy_read_timeout 25s;
${
  isSecure
    ? `  proxy_ssl_server_name on;
  proxy_ssl_name ${origin.hostname};
  proxy_ssl_verify on;
  proxy_ssl_verify_depth 4;
  proxy_ssl_trusted_certificate ${trusted};
`
    : ''
}`
}

/** Any page may play it, as from the origin itself. */
const PUBLIC = `      add_header Access-Control-Allow-Origin * always;
      add_header Access-Control-Expose-Headers "Content-Length, Content-Range, Date, ETag" always;
      add_header Cross-Origin-Resource-Policy cross-origin always;
      add_header X-Content-Type-Options nosniff always;
      if ($request_method = OPTIONS) {
        add_header Access-Control-Allow-Origin *;
        add_header Access-Control-Allow-Methods "GET, HEAD, OPTIONS";
        add_header Access-Control-Allow-Headers "Range, If-None-Match";
        add_header Access-Control-Max-Age 600;
        return 204;
      }`

/** Whether a channel may be watched without a signed address is asked of the origin, once in two seconds. */
function filesLocations(files: string, origin: URL): string {
  const file = (pattern: string, caching: string) => `    location ~ "${pattern}" {
${PUBLIC}
      auth_request /may-watch;
      root ${files};
      try_files $uri @origin;
      add_header Cache-Control "${caching}";
    }`
  return `${file(PLAYLIST, 'no-cache')}
${file(MEDIA, 'public, max-age=31536000, immutable')}
    location = /may-watch {
      internal;
      proxy_pass ${addressOf(origin)}/preview/$channel/index.m3u8;
      proxy_pass_request_body off;
      proxy_cache airdesk;
      proxy_cache_key may-watch/$channel;
      proxy_cache_lock on;
      proxy_ignore_headers Cache-Control Expires;
      proxy_cache_valid 200 403 2s;
      proxy_cache_use_stale error timeout updating;
      proxy_intercept_errors on;
      error_page 404 =403 /nothing;
    }
    location = /nothing { internal; return 403; }
    # What the disk had no room for, and addresses that are signed.
    location @origin { proxy_pass ${addressOf(origin)}; }
    location /signed/ { proxy_pass ${addressOf(origin)}; }
`
}

/** However many ask for the same, the origin is asked once. */
function cacheLocations(origin: URL): string {
  const cached = (pattern: string, valid: string) => `    location ~ "${pattern}" {
${PUBLIC}
      proxy_hide_header Access-Control-Allow-Origin;
      proxy_hide_header Access-Control-Expose-Headers;
      proxy_hide_header Cross-Origin-Resource-Policy;
      proxy_hide_header X-Content-Type-Options;
      proxy_pass ${addressOf(origin)}${pathOf(origin)}$uri$directives;
      proxy_cache airdesk;
      proxy_cache_key $uri$directives;
      proxy_cache_lock on;
      proxy_cache_lock_timeout 25s;
      proxy_cache_lock_age 25s;
      proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
      proxy_cache_valid 200 ${valid};
      proxy_cache_valid 404 1s;
      proxy_cache_use_stale error timeout updating;
      proxy_cache_background_update on;
    }`
  return `${cached(PLAYLIST, '1s')}
${cached(MEDIA, '10m')}
    # Addresses that are signed end: nothing of them is kept.
    location /signed/ { proxy_pass ${addressOf(origin)}${pathOf(origin)}$uri$directives; }
`
}

const addressOf = ({ protocol }: URL) => `${protocol}//origin`
const pathOf = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** nginx knows no escape for `$`. */
function quoted(path: string): string {
  if (/["$\\\n]/.test(path)) throw new UsageError(`nginx cannot be told of the path ${path}.`)
  return `"${path}"`
}
