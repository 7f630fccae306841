import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { writeFileAtomic } from '../atomic-file.ts'

/** Where everything listens, and how to get in. Base addresses have no slash at their end. */
export interface ReadyInfo {
  readonly option_base_url: string
  readonly live_base_url: string
  /** For programs. */
  readonly console_url: string
  /** For a browser on this computer: the console's own name, which its cookie is kept to. */
  readonly console_page_url: string
  readonly signaling_url: string
  readonly media_base_url: string
  readonly rtmp_base_url: string
  /**
   * UDP ports that WebRTC media may come by, also of processes that are not needed yet: `8445,8446,…`. Where any free
   * port will do, those that are known by then.
   */
  readonly webrtc_udp_ports: string
  readonly ca_cert_file: string
  /** Host names that are answered for, as `name=target,…`; only where there are any. */
  readonly aliases?: string
  /** The proxy that leads there; only with `aliases`. */
  readonly alias_proxy_url?: string
  /** Null where only a hash is kept, that is, after the first start. */
  readonly email: string | null
  readonly password: string | null
  readonly access_code: string | null
  readonly access_token: string | null
}

/** The ready file: there while the service runs, readable by this user only. */
export async function writeReadyFile(path: string, info: ReadyInfo): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(info, null, 2)}\n`, 0o600)
}

/** Removes the ready file, unless another instance has written its own there since. */
export async function removeReadyFile(path: string, info: ReadyInfo): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === `${JSON.stringify(info, null, 2)}\n`) rmSync(path, { force: true })
}
