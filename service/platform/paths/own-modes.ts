import { chmod, stat } from 'node:fs/promises'

/** Of folders and files that the service makes: for the user who runs it alone. */
export const OWN_FOLDER = 0o700
export const OWN_FILE = 0o600
/** Of what is made for others to read, where somebody has said so. */
export const SHARED_FOLDER = 0o755
export const SHARED_FILE = 0o644

/** Whatever this process makes from now on, nobody else on the computer can read, also where no mode is given. */
export function keepToThisUser(): void {
  process.umask(0o777 & ~OWN_FOLDER)
}

/** Takes the rights of others away from a folder of this user; where the file system knows none, it stays. */
export async function closeToOthers(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder)
  if (uid !== process.getuid?.() || (mode & 0o777 & ~OWN_FOLDER) === 0) return
  await chmod(folder, OWN_FOLDER).catch(() => undefined)
}
