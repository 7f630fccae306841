import type { Origin } from './kept-answers.ts'

/** Each time that items are checked and written costs too; of more there would be many objects at a time. */
const AT_ONCE = 100

/**
 * A list of thousands as JSON: its items are made, checked and written a few at a time, so that there is never more
 * of it than the text.
 * @param checked gives the list of these items as it is to be written
 */
export function writeList<Item>(items: Iterable<Item>, checked: (items: Item[]) => object): string {
  const written: string[] = []
  for (const some of aFewAtATime(items)) written.push(JSON.stringify(checked(some)).slice(1, -1))
  return `[${written.join()}]`
}

function* aFewAtATime<Item>(items: Iterable<Item>): Iterable<Item[]> {
  let some: Item[] = []
  for (const item of items) {
    some.push(item)
    if (some.length < AT_ONCE) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** An answer whose only member is a list of thousands. It is kept as it is sent. */
export class LongList<Member extends string = string, Item = unknown> {
  readonly member: Member
  readonly origin: Origin
  readonly items: () => Iterable<Item>

  /** @param items makes them, where they are not kept */
  constructor(member: Member, origin: Origin, items: () => Iterable<Item>) {
    this.member = member
    this.origin = origin
    this.items = items
  }

  /** @param checked is given answers with a few of the items, and gives each as it is to be written */
  written(checked: (some: object) => object): string {
    const { member, items } = this
    // What was checked still has its members.
    const list = (some: Item[]) => (checked({ [member]: some }) as Readonly<Record<Member, object>>)[member]
    return `{${JSON.stringify(member)}:${writeList(items(), list)}}`
  }
}
