/** Policies of outgoing addresses for tests whose endpoints are on this computer. */
import type { OutgoingReach, OutgoingRules } from '../../service/contract/outgoing.ts'
import { OutgoingPolicy } from '../../service/control/system/outgoing-policy.ts'

/** A service that listens nowhere, and all of whose systems reach so far. */
export const outgoingTo = (reach: OutgoingReach): OutgoingPolicy =>
  new OutgoingPolicy({ first: () => null, outgoingReach: () => reach })

/** As far as a first system reaches. */
export const FARTHEST: OutgoingRules = { reach: 'computer', ownPorts: [], openPorts: [] }
