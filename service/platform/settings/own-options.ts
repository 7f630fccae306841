/** Whether a command line gives an option. @param flag with its dashes */
export const gives = (args: readonly string[], flag: string): boolean =>
  args.some((word) => word === flag || word.startsWith(`${flag}=`))
