// Loaded with -r before the application, by Electron and by the stand-in: answers its dialogs and writes down
// what they said, one JSON line each.
const { dialog } = require('electron')
const { appendFileSync } = require('node:fs')

const { AIRDESK_TEST_DIALOGS: file, AIRDESK_TEST_BUTTON: wanted } = process.env

dialog.showMessageBox = async (...given) => {
  const options = given.at(-1)
  appendFileSync(file, `${JSON.stringify(options)}\n`)
  const at = options.buttons.indexOf(wanted)
  return { response: at < 0 ? options.cancelId : at, checkboxChecked: false }
}
dialog.showErrorBox = (message, detail) => {
  appendFileSync(file, `${JSON.stringify({ message, detail })}\n`)
}
