export interface Piece {
  readonly file: string
  readonly ranges: readonly (readonly [first: number, last: number])[]
}
export function japanesePieces(): readonly Piece[]
export function japaneseFaces(): string
