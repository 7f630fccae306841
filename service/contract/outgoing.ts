/** Where this service connects to of its own accord: webhooks and stores of recordings. */

export const OUTGOING_REACHES = ['public', 'network', 'computer'] as const
/**
 * How far the addresses go that a system may name: public ones only, those of private networks too, or this computer
 * too. Link-local, metadata, multicast and unspecified addresses, and this service's own listeners, are for no system.
 */
export type OutgoingReach = (typeof OUTGOING_REACHES)[number]

/** Why an address is not connected to. */
export const OUTGOING_REFUSALS = {
  never:
    'It is a link-local, metadata, multicast or unspecified address, which this service does not connect to.',
  ownPort: 'A listener of this service itself has this address and port.',
  computer: 'It is an address of this computer, which this system may not reach.',
  network: 'It is an address of a private network, which this system may not reach.',
} as const
export type OutgoingRefusal = keyof typeof OUTGOING_REFUSALS

/** Where one connection may go to. */
export interface OutgoingRules {
  readonly reach: OutgoingReach
  /** TCP ports of this computer that its own listeners have. */
  readonly ownPorts: readonly number[]
  /** TCP ports of this computer that may be reached whatever the rest says. */
  readonly openPorts: readonly number[]
}
