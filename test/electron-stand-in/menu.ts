interface Template {
  readonly id?: string
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly enabled?: boolean
  readonly checked?: boolean
  readonly accelerator?: string
  readonly click?: (item: MenuItem) => void
  readonly submenu?: readonly Template[]
}

class MenuItem {
  readonly id: string | undefined
  readonly label: string
  readonly role: string | undefined
  readonly type: string
  readonly enabled: boolean
  readonly checked: boolean
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  readonly #click: Template['click']

  constructor(template: Template) {
    this.id = template.id
    this.role = template.role
    this.label = template.label ?? template.role ?? ''
    this.submenu = template.submenu && Menu.buildFromTemplate(template.submenu)
    this.type = template.type ?? (template.submenu ? 'submenu' : 'normal')
    this.enabled = template.enabled ?? true
    this.checked = template.checked ?? false
    this.accelerator = template.accelerator
    this.#click = template.click
  }

  click(): void {
    if (!this.#click) throw new Error(`menu item ${this.label} does nothing in the stand-in`)
    this.#click(this)
  }
}

export class Menu {
  static #application: Menu | null = null
  items: readonly MenuItem[] = []

  static buildFromTemplate(template: readonly Template[]): Menu {
    const menu = new Menu()
    menu.items = template.map((item) => new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}
