/**
 * Says which option whoever starts a service gives it already; given again, it would count for nothing.
 * @param own each such option, with its dashes, and what stands in its place
 * @param whose what they are not for
 * @returns `--data-dir is not for args: …`, or null
 */
export function ownOptionText(
  args: readonly string[],
  own: Readonly<Record<string, string>>,
  whose: string,
): string | null {
  const gives = (flag: string) => args.some((word) => word === flag || word.startsWith(`${flag}=`))
  const given = Object.entries(own).find(([flag]) => gives(flag))
  return given ? `${given[0]} is not for ${whose}: ${given[1]}` : null
}
