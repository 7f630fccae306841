import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// No import.meta.dirname here: these files run on any Node from 20 on.

/** The folder of the checkout. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** @param {...string} parts path below the checkout */
export const inRoot = (...parts) => join(root, ...parts)
