export const healthEn = {}
