/** Text that a person wrote: marked with its language where that can be seen, for the right glyph shapes. */
export function UserText({ children, className }: { children: string; className?: string }) {
  const lang = /[\u3040-\u30ff]/.test(children) ? 'ja' : undefined
  return (
    <bdi lang={lang} className={className} title={children} data-shortens>
      {children}
    </bdi>
  )
}
