import { NORMAL_CLOSE, SIGNALING_FAILURE } from '../../contract/signaling.ts'
import type { FailureReason, SignalingClose } from '../../contract/signaling.ts'
import { SignalingRefusal } from './signaling-admission.ts'

/** @param close null for a client that is gone already */
export function refusal(close: SignalingClose | null): SignalingRefusal {
  return new SignalingRefusal(close ?? { code: NORMAL_CLOSE, reason: '' })
}

/** @param reason of ours, or the words of an authentication webhook */
export function failureRefusal(reason: FailureReason | { readonly words: string }): SignalingRefusal {
  const text = typeof reason === 'string' ? reason : reason.words
  return new SignalingRefusal({ code: SIGNALING_FAILURE, reason: text })
}
