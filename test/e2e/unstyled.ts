/**
 * What looks as the browser has it and not as the console does, one line a finding: links in its colours, and
 * fields whose text ends at their edge without a sign that it goes on. Runs in the page.
 */
export function unstyled(): string[] {
  const probe = document.body.appendChild(document.createElement('a'))
  probe.href = '#'
  probe.style.color = 'revert'
  const own = getComputedStyle(probe).color
  probe.remove()
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .filter((link) => link.checkVisibility() && getComputedStyle(link).color === own)
    .map((link) => `link: ${link.textContent}`)
  const fields = [...document.querySelectorAll('input')]
    .filter((field) => field.type === 'text' && getComputedStyle(field).textOverflow !== 'ellipsis')
    .map((field) => `field: ${field.value}`)
  return [...links, ...fields]
}
