/** Host names of this computer alone. */
export const OF_THIS_COMPUTER = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Where this page finds what the engine serves for its own computer: from another one by the address, and as protected,
 * as the page itself came.
 * @param address absolute
 * @param page where the page came from
 */
export function previewAddress(address: string, page: Pick<Location, 'protocol' | 'hostname'>): string {
  if (OF_THIS_COMPUTER.test(page.hostname)) return address
  const url = new URL(address)
  url.protocol = page.protocol
  url.hostname = page.hostname
  return url.href
}
