export const catcherEn = {}
