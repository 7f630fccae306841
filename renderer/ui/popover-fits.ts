/** For a popover that can be higher than the window: it is as high as there is room, and scrolls. */
export const POPOVER_FITS = { flip: true, shift: true, size: true } as const
