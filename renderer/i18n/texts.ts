import type { en } from './en.ts'

/** The shape of the texts: the keys of English without those of its singular, which Japanese has not. */
type Shape<T> = {
  readonly [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Shape<T[K]>
}

export type Texts = Shape<typeof en>
