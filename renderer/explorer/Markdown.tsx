/** The little of CommonMark that the descriptions of the documents use: paragraphs, code, escapes. */
import type { ReactNode } from 'react'

/** One line of text with its code set apart. */
export function Inline({ children }: { children: string }) {
  return <span lang="en">{inline(children)}</span>
}

function inline(text: string): ReactNode[] {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? <code key={index}>{part.slice(1, -1)}</code> : part.replaceAll(/\\([^\w\s])/g, '$1'),
    )
}

export function Paragraphs({ children }: { children: string }) {
  return children.split('\n\n').map((paragraph, index) => (
    <p key={index} lang="en">
      {inline(paragraph)}
    </p>
  ))
}
