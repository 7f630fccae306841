import { isTakenMeanwhile } from '../../platform/settings/ports.ts'

/**
 * Binds a port that was chosen a while ago; where somebody has taken it since and `orAny` allows it, any free one.
 * @param bind takes 0 for any free one; gives the port that it has
 * @throws what `bind` throws
 */
export async function bindOrAny(
  bind: (port: number) => Promise<number>,
  port: number,
  orAny: boolean,
): Promise<number> {
  try {
    return await bind(port)
  } catch (error) {
    if (!orAny || port === 0 || !isTakenMeanwhile(error)) throw error
    return bind(0)
  }
}
