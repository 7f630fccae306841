import type { Layout } from './layout.ts'

/** What a command does that looks after its service itself; gives the exit code. */
export interface OwnCommand {
  runAlone(layout: Layout): Promise<number>
}
