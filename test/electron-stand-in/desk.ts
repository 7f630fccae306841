// The operator's desk: dialogs, the system's browser, the screen. Nobody sits at it; tests replace these.

interface MessageBox {
  readonly message: string
  readonly detail?: string
  readonly buttons?: readonly string[]
  readonly cancelId?: number
}

export const dialog = {
  /** Answered as by the Escape key. */
  showMessageBox: ({ message, detail = '', cancelId = 0 }: MessageBox) => {
    process.stderr.write(`[dialog] ${message}\n${detail}\n`)
    return Promise.resolve({ response: cancelId, checkboxChecked: false })
  },
  showErrorBox: (title: string, text: string) => void process.stderr.write(`[dialog] ${title}\n${text}\n`),
}

export const shell = {
  /** Opens nothing. */
  openExternal: () => Promise.resolve(),
}

const area = { x: 0, y: 0, width: 1920, height: 1080 }

export const screen = {
  getAllDisplays: () => [{ id: 1, bounds: area, workArea: area, scaleFactor: 1 }],
}
