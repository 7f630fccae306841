/** Hands a text to the browser as a file. @param type its media type */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

/** Has the browser fetch a file to where it keeps such. */
export function openDownload(address: string): void {
  Object.assign(document.createElement('a'), { href: address, download: '' }).click()
}
