/** An event whose default may be prevented. */
export class Preventable {
  defaultPrevented = false

  preventDefault(): void {
    this.defaultPrevented = true
  }
}
