/** Stores as a person tells them apart. */
export const STORES = ['s3', 's3-compatible', 'gs', 'azblob', 'file'] as const
export type Store = (typeof STORES)[number]
