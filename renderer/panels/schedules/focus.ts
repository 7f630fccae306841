/** Puts the focus on a schedule in the calendar, else on the free slot, else on the calendar itself. */
export function focusCalendar(scheduleId?: string): void {
  const calendar = document.querySelector<HTMLElement>('[data-pane="calendar"]')
  const block =
    scheduleId !== undefined && calendar?.querySelector<HTMLElement>(`[data-id="${CSS.escape(scheduleId)}"]`)
  const target = block || calendar?.querySelector<HTMLElement>('[data-slot]') || calendar
  target?.focus()
}
