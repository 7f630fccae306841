import { S3Client } from '@aws-sdk/client-s3'
import type { S3Destination } from '../../contract/archive.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { clockSkewOf } from './answer-headers.ts'
import { rulesOf } from './provider.ts'
import type { StoreSettings } from './provider.ts'
import { s3Fault } from './s3-faults.ts'
import { collectText, S3Http } from './s3-http.ts'
import type { S3CallOptions } from './s3-http.ts'

type Call<T> = (client: S3Client, options: S3CallOptions) => Promise<T>

/**
 * The vendor's client, as every store that speaks S3 understands it: no checksums but MD5, no retries (the
 * queue retries), and no clock but this machine's.
 */
export class S3Connection {
  readonly #client: S3Client
  readonly #secret: string
  readonly #clock: Clock
  #clockSkewMs: Milliseconds | null = null

  constructor(
    destination: S3Destination,
    settings: Pick<StoreSettings, 'stallMs' | 'ownPorts'>,
    clock: Clock,
  ) {
    const { endPoint, region, accessKeyId, secretAccessKey } = destination
    this.#secret = secretAccessKey
    this.#clock = clock
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endPoint !== null && { endpoint: endPoint, forcePathStyle: true }),
      maxAttempts: 1,
      // Others refuse bodies with trailing checksums (aws-chunked), or store the framing with them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
      // A clock that is wrong is told of instead of being corrected in silence.
      disableClockSkewCorrection: true,
      requestHandler: new S3Http(settings.stallMs, () => rulesOf(destination, settings)),
      streamCollector: collectText,
    })
    this.#client.middlewareStack.add(
      (next) => async (input) => {
        const result = await next(input)
        const { headers } = result.response as { readonly headers: Readonly<Record<string, string>> }
        this.#clockSkewMs = clockSkewOf(headers['date'], this.#clock.now())
        return result
      },
      { step: 'deserialize', priority: 'low', name: 'airdeskClockSkew' },
    )
  }

  /** As the last answer told it. */
  get clockSkewMs(): Milliseconds | null {
    return this.#clockSkewMs
  }

  /** @throws StoreError, or the signal's reason when it was aborted */
  async call<T>(signal: AbortSignal, run: Call<T>, onSent?: (bytes: Bytes) => void): Promise<T> {
    signal.throwIfAborted()
    try {
      return await run(this.#client, { abortSignal: signal, ...(onSent && { onSent }) })
    } catch (error) {
      signal.throwIfAborted()
      throw s3Fault(error, this.#secret, this.#clock.now())
    }
  }

  close(): void {
    this.#client.destroy()
  }
}
