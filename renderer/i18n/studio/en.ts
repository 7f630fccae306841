export const studioEn = {}
