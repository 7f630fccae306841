import type { TlsMaterial } from '../../contract/worker-protocol.ts'

/** What listeners of TLS present: one certificate and key at a time. */
export class ServedCertificate {
  #material: TlsMaterial
  readonly #listeners = new Set<(material: TlsMaterial) => void>()

  constructor(material: TlsMaterial) {
    this.#material = material
  }

  get material(): TlsMaterial {
    return this.#material
  }

  /** From now on; connections that are open keep theirs. */
  replace(material: TlsMaterial): void {
    this.#material = material
    for (const listener of this.#listeners) listener(material)
  }

  /** Calls with each one that replaces another; returns how to stop that. */
  onReplace(listener: (material: TlsMaterial) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
