import type { Milliseconds } from '../../../contract/units.ts'
import type { ArrivedUnit } from '../source.ts'

/**
 * Pictures that stand still: the last key frame in the place of each picture, so that any decoder shows it and
 * neither sound nor times change. They go on after the end until the next key frame, since what lies between
 * cannot be decoded without what viewers never got.
 */
export class StillPictures {
  #last: ArrivedUnit | null = null
  #frozen: ArrivedUnit | null = null

  /** Another decoder configuration came: what was sent before it is of no use. */
  reconfigured(): void {
    this.#last = null
    this.#frozen = null
  }

  /** @param freeze whether pictures stand still from now on */
  picture(unit: ArrivedUnit, freeze: boolean): ArrivedUnit {
    if (!freeze && unit.key) this.#frozen = null
    if (freeze) this.#frozen ??= unit.key ? unit : this.#last
    if (unit.key) this.#last = unit
    const { dts } = unit
    return this.#frozen === null ? unit : { ...this.#frozen, dts, pts: dts + leadOf(this.#frozen) }
  }
}

/** How much later than decoded it is shown: the same for all that stand in its place, so that their order holds. */
const leadOf = ({ pts, dts }: ArrivedUnit): Milliseconds => pts - dts
