/** What is used of sdp-transform, which comes without types. Members are absent where the SDP has no such line. */
declare module 'sdp-transform' {
  /** Text that is the decimal form of a number comes as that number; `String` gives back what was read. */
  export type Text = string | number

  /** Attributes that stand at session level or below an m-line. */
  export interface Attributes {
    readonly iceUfrag?: Text
    readonly icePwd?: Text
    readonly fingerprint?: { readonly type: Text; readonly hash: Text }
    readonly setup?: Text
    readonly direction?: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'
    readonly candidates?: readonly CandidateLine[]
  }

  export interface CandidateLine {
    readonly foundation: Text
    readonly component: Text
    readonly transport: Text
    readonly priority: Text
    readonly ip: Text
    readonly port: Text
    readonly type: Text
  }

  export interface MediaDescription extends Attributes {
    /** These two are absent where the m-line itself is malformed. */
    readonly type?: Text
    readonly port?: Text
    readonly mid?: Text
    readonly rtcpMux?: string
    readonly rtp: readonly { readonly payload: Text; readonly codec: Text }[]
    readonly fmtp: readonly { readonly payload: Text; readonly config: Text }[]
    readonly ext?: readonly { readonly value: Text; readonly uri: Text }[]
    readonly ssrcs?: readonly { readonly id: Text }[]
    readonly ssrcGroups?: readonly { readonly semantics: Text; readonly ssrcs: Text }[]
    readonly simulcast?: {
      readonly dir1: 'send' | 'recv'
      readonly list1: Text
      readonly dir2?: 'send' | 'recv'
      readonly list2?: Text
    }
  }

  export interface SessionDescription extends Attributes {
    readonly media: readonly MediaDescription[]
  }

  /** Takes any text; lines that it does not understand are left out. The last of several equal ones counts. */
  export function parse(sdp: string): SessionDescription
}
