import { expect, test } from 'vitest'
import type { ReadyInfo } from '../platform/settings/ready-file.ts'
import { readyText } from './ready-text.ts'

const INFO: ReadyInfo = {
  option_base_url: 'http://127.0.0.1:8081',
  live_base_url: 'http://127.0.0.1:8082',
  console_url: 'http://127.0.0.1:8080',
  console_page_url: 'http://airdesk-1.localhost:3',
  signaling_url: 'wss://127.0.0.1:8444/signaling',
  media_base_url: 'https://127.0.0.1:8443',
  rtmp_base_url: 'rtmp://127.0.0.1:1935',
  webrtc_udp_ports: '7,8',
  ca_cert_file: '/data/tls/ca.pem',
  email: 'mio@example.test',
  password: null,
  access_code: null,
  access_token: null,
}
const text = (info: ReadyInfo, notes: string[] = [], mediaAnnounce: string[] = []) =>
  readyText({
    ...{ version: '1.2.3', info, entryUrl: 'http://127.0.0.1:8080/#entry=t', dataDir: '/data' },
    ...{ mediaAnnounce, notes },
  })

test('a person reads where everything is and how to get in', () => {
  expect(text({ ...INFO, password: 'secret7' }, ['Port 1935 (rtmp) is taken; 1936 is used instead.'])).toBe(
    `Airdesk 1.2.3 is ready.

  Port 1935 (rtmp) is taken; 1936 is used instead.

  Console         http://127.0.0.1:8080/#entry=t   (this link opens once)
  Console address http://127.0.0.1:8080
  RTMP            rtmp://127.0.0.1:1935
  HLS             https://127.0.0.1:8443
  Live API        http://127.0.0.1:8082
  Option API      http://127.0.0.1:8081
  Signaling       wss://127.0.0.1:8444/signaling
  WebRTC media    UDP 7,8
  CA certificate  /data/tls/ca.pem
  Data folder     /data

  To sign in by hand, and for programs:
  E-mail          mio@example.test
  Password        secret7

  Stop with Ctrl+C.
`,
  )
})

test('where WebRTC media is handed on from is told', () => {
  expect(text(INFO, [], ['203.0.113.9', '2001:db8::9'])).toContain(
    'UDP 7,8, also at 203.0.113.9, 2001:db8::9\n',
  )
})

test('what is not known is not mentioned', () => {
  const silent = text({ ...INFO, email: null })
  expect(silent).not.toContain('null')
  expect(silent).not.toContain('To sign in')
})
