/**
 * Draws the icons of the application and its tray into main/assets. They are kept in the repository; this is
 * run by hand when one of them changes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { BLACK, ICON, TRAY, png } from './lib/icons.mjs'
import { inRoot } from './lib/paths.mjs'

function write(name, size, layers) {
  writeFileSync(inRoot('main/assets', name), png(size, layers))
}

mkdirSync(inRoot('main/assets'), { recursive: true })
write('icon.png', 1024, ICON)
for (const [name, layer] of Object.entries(TRAY)) {
  for (const [suffix, size] of [
    ['', 16],
    ['@2x', 32],
  ]) {
    write(`tray-${name}${suffix}.png`, size, [layer])
    // macOS takes the shape of a template image and gives it a colour of its own.
    write(`tray-${name}Template${suffix}.png`, size, [{ ...layer, colour: BLACK }])
  }
}
