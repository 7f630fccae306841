/** Reads again every `ms`; the operator reads again what was never read, so that its failure stays in view. */
export const every =
  (ms: number) =>
  ({ state }: { state: { readonly data: unknown; readonly status: string } }): number | false =>
    state.data === undefined && state.status === 'error' ? false : ms
