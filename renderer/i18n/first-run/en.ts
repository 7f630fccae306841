export const firstRunEn = {}
