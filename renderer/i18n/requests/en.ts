export const requestsEn = {}
