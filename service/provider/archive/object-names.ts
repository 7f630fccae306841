/** Names of objects in a store are keys below a destination's own path, which has no slashes at its ends. */

export function nameOf(path: string, key: string): string {
  return path === '' ? key : `${path}/${key}`
}

export function keyOf(path: string, name: string): string {
  return path === '' ? name : name.slice(path.length + 1)
}
