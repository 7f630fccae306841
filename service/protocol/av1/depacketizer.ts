import { joinBytes } from '../bytes.ts'
import { ProtocolError } from '../protocol-error.ts'
import type { DepacketizedFrame, VideoDepacketizer } from '../rtp/depacketized-frame.ts'
import { Av1AggregationView, splitElements } from './aggregation.ts'
import { OBU_TYPE, parseObu, sizedObu } from './obu.ts'
import type { Obu } from './obu.ts'
import { parseSequenceHeader } from './sequence-header.ts'

/** A temporal delimiter with its size of 0 (AV1 specification 5.6). */
const TEMPORAL_DELIMITER = Uint8Array.of(0x12, 0)

/** OBUs that RTP does not carry, or that decoders do not need. */
const LEFT_OUT: ReadonlySet<number> = new Set([
  OBU_TYPE.temporalDelimiter,
  OBU_TYPE.tileList,
  OBU_TYPE.padding,
])

/** Joins the payloads of AV1 (RTP Payload Format For AV1 5) to temporal units. */
export class Av1Depacketizer implements VideoDepacketizer {
  readonly #aggregation = new Av1AggregationView()

  frame(payloads: readonly Uint8Array[]): DepacketizedFrame {
    const obus = this.#elements(payloads)
      .map(parseObu)
      .filter((obu) => !LEFT_OUT.has(obu.type))
    if (obus.length === 0) throw new ProtocolError('av1', 'a temporal unit must have at least one OBU')
    const header = obus.find((obu) => obu.type === OBU_TYPE.sequenceHeader)
    const sequence = header === undefined ? null : parseSequenceHeader(header.payload)
    return {
      data: joinBytes([TEMPORAL_DELIMITER, ...obus.flatMap(sizedObu)]),
      key: sequence !== null && (sequence.reducedStillPicture || obus.some(isKeyFrame)),
      width: sequence?.width ?? null,
      height: sequence?.height ?? null,
      decoderConfig: null,
    }
  }

  /** The OBUs of all payloads, those in pieces put together. */
  #elements(payloads: readonly Uint8Array[]): Uint8Array[] {
    const whole: Uint8Array[] = []
    /** Of the OBU that goes on in the next packet; empty where none does. */
    let pieces: Uint8Array[] = []
    for (const payload of payloads) {
      const view = this.#aggregation
      if (!view.read(payload, 0, payload.length)) {
        throw new ProtocolError('av1', 'a payload must have a sane aggregation header and an OBU element')
      }
      if (view.continuesPrevious !== pieces.length > 0) {
        throw new ProtocolError('av1', 'an OBU in pieces must have all of them')
      }
      const elements = splitElements(payload, view.elementCount)
      elements.forEach((element, i) => {
        pieces.push(element)
        if (i === elements.length - 1 && view.continuesInNext) return
        whole.push(joinBytes(pieces))
        pieces = []
      })
    }
    if (pieces.length > 0) throw new ProtocolError('av1', 'an OBU in pieces must have all of them')
    return whole.filter((element) => element.length > 0)
  }
}

/** show_existing_frame is 0 and frame_type is KEY_FRAME (AV1 specification 5.9.2). */
function isKeyFrame({ type, payload }: Obu): boolean {
  const holdsHeader = type === OBU_TYPE.frame || type === OBU_TYPE.frameHeader
  return holdsHeader && payload.length > 0 && (payload[0] ?? 0) >> 5 === 0
}
