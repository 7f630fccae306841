export const schedulesEn = {}
