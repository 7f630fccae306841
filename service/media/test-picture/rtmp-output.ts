import { AV_LOG_ERROR } from 'node-av/constants'
import { FFmpegError, FormatContext, Log } from 'node-av/lib'
import type { CodecContext, Packet, Stream } from 'node-av/lib'
import { refusal } from '../../contract/refusal/refusal.ts'
import { must } from '../transcode/native.ts'

/** The address could not be published to, or the connection to it broke. */
class PublishError extends Error {
  override readonly name = 'PublishError'
}

/** Publishes encoded tracks over RTMP by FFmpeg's own client, as any encoder would. */
export class RtmpOutput {
  readonly #format = new FormatContext()
  readonly #tracks: { readonly context: CodecContext; readonly stream: Stream }[] = []
  #open = false

  private constructor(url: string, contexts: readonly CodecContext[]) {
    must(this.#format.allocOutputContext2(null, 'flv', url), 'preparing to publish')
    for (const context of contexts) {
      const stream = this.#format.newStream(null)
      must(stream.codecpar.fromContext(context), 'preparing to publish')
      stream.timeBase = context.timeBase
      this.#tracks.push({ context, stream })
    }
  }

  /**
   * Connects; resolves when the other side has accepted the publisher.
   * @throws Refusal TEST_PICTURE_REFUSED with the reason that the other side gave; PublishError where it gave none
   */
  static async publish(url: string, contexts: readonly CodecContext[]): Promise<RtmpOutput> {
    const output = new RtmpOutput(url, contexts)
    const remarks: string[] = []
    Log.setCallback((_level, message) => remarks.push(message.trim()), { maxLevel: AV_LOG_ERROR })
    const code = await output.#format.openOutput()
    // FFmpeg's remarks come over another thread.
    await new Promise((resolve) => setImmediate(resolve))
    Log.resetCallback()
    if (code < 0) {
      const reason = reasonOf(remarks)
      if (reason !== undefined) throw refusal('TEST_PICTURE_REFUSED', { reason })
      throw new PublishError(remarks.find((remark) => remark !== '') ?? FFmpegError.strerror(code))
    }
    output.#open = true
    must(await output.#format.writeHeader(), 'publishing')
    return output
  }

  /** @throws PublishError when the connection is gone */
  async write(track: number, packet: Packet): Promise<void> {
    const { context, stream } = this.#tracks[track] ?? {}
    if (!context || !stream) return
    packet.streamIndex = stream.index
    packet.rescaleTs(context.timeBase, stream.timeBase)
    const code = await this.#format.interleavedWriteFrame(packet)
    packet.free()
    if (code < 0) throw new PublishError(`the connection ended: ${FFmpegError.strerror(code)}`)
  }

  /** Says that the broadcast is over, and disconnects. */
  async close(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    await this.#format.writeTrailer()
    await this.#format.closeOutput()
  }
}

/** What the server said, without FFmpeg's own words around it. */
function reasonOf(remarks: readonly string[]): string | undefined {
  const said = remarks.map((remark) => /Server error: (.*)/.exec(remark)?.[1])
  return said.find((reason) => reason !== undefined)
}
